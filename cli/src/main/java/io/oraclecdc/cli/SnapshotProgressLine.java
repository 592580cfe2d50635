package io.oraclecdc.cli;

import io.oraclecdc.snapshot.SnapshotStatus;
import io.oraclecdc.snapshot.SnapshotStatus.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how far the reading of tables is: a line at most every five seconds, or on a terminal a bar
 * that is drawn over itself. Says nothing while nothing is read. Thread-safe.
 *
 * <pre>
 * snapshot initial: table 2 of 5 (APP.ORDERS), 120,000 of about 480,000 rows (25 %), about 1 min 12 s left
 * [=====>              ] 25 % 120,000 of about 480,000 rows, 1 min 12 s left, APP.ORDERS
 * </pre>
 */
final class SnapshotProgressLine {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotProgressLine.class);
  private static final long LINE_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int BAR = 20;

  /** How it is shown. */
  enum Form {
    /** Whole lines, for files and pipes. */
    LINES,
    /** One line that is drawn again. */
    BAR,
    /** Not at all. */
    NOTHING
  }

  /** How it was asked to be shown. */
  enum Choice {
    AUTO,
    BAR,
    LINES,
    NONE;

    Form form() {
      return switch (this) {
        case AUTO -> isTerminal(2) && !isTerminal(1) ? Form.BAR : Form.LINES;
        case BAR -> Form.BAR;
        case LINES -> Form.LINES;
        case NONE -> Form.NOTHING;
      };
    }
  }

  /** Whether a stream of this process is a terminal, where the system tells; false elsewhere. */
  private static boolean isTerminal(int stream) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("whether stream {} is a terminal is not known", stream, e);
      return false;
    }
  }

  private final Form form;
  private final Consumer<String> sink;
  private final LongSupplier nanoTime;
  private @Nullable SnapshotStatus shown;
  private String request = "";
  private long shownAt;
  private int width;

  /**
   * Nothing is shown yet.
   *
   * @param sink takes text as it is to be written, line ends included
   * @param nanoTime a clock
   */
  SnapshotProgressLine(Form form, Consumer<String> sink, LongSupplier nanoTime) {
    this.form = form;
    this.sink = sink;
    this.nanoTime = nanoTime;
  }

  /** Shows a status, if it is time and something changed. */
  synchronized void show(SnapshotStatus status) {
    if (form == Form.NOTHING) {
      return;
    }
    SnapshotStatus before = shown;
    boolean reads = status.state() == State.RUNNING || status.state() == State.PAUSED;
    if (!reads) {
      if (before != null) {
        end(status);
      }
      return;
    }
    long now = nanoTime.getAsLong();
    boolean another = before == null || !name(status).equals(request);
    boolean turned = before != null && before.state() != status.state();
    boolean due = form == Form.BAR || now - shownAt >= LINE_NANOS;
    if (!another && !turned && (!due || status.equals(before))) {
      return;
    }
    if (another && before != null) {
      endBar();
    }
    request = name(status);
    shown = status;
    shownAt = now;
    sink.accept(form == Form.BAR ? bar(status) : line(status) + "\n");
  }

  /** Leaves the bar as it is, so that other text begins on a line of its own. */
  synchronized void close() {
    if (shown != null) {
      endBar();
      shown = null;
    }
  }

  /**
   * Removes the bar, so that something else can be written; it is drawn again with the next status
   * that differs.
   */
  synchronized void clear() {
    if (form == Form.BAR && width > 0) {
      sink.accept("\r" + " ".repeat(width) + "\r");
      width = 0;
    }
  }

  private void end(SnapshotStatus status) {
    endBar();
    if (status.state() == State.COMPLETE) {
      sink.accept("snapshot " + request + ": complete\n");
    }
    shown = null;
  }

  private void endBar() {
    if (form == Form.BAR && width > 0) {
      sink.accept("\n");
      width = 0;
    }
  }

  private static String name(SnapshotStatus status) {
    String request = status.request();
    return request == null ? "" : request;
  }

  private String line(SnapshotStatus status) {
    StringBuilder text = new StringBuilder("snapshot ").append(request);
    if (status.state() == State.PAUSED) {
      text.append(" (paused)");
    }
    text.append(": ");
    if (status.table() != null) {
      text.append("table ")
          .append(Math.min(status.tables(), status.tablesDone() + 1))
          .append(" of ")
          .append(status.tables())
          .append(" (")
          .append(status.table())
          .append("), ");
    }
    text.append(rows(status));
    int percent = percent(status);
    if (percent >= 0) {
      text.append(" (").append(percent).append(" %)");
    }
    Duration remaining = status.remaining();
    if (remaining != null && status.state() == State.RUNNING) {
      text.append(", about ").append(time(remaining)).append(" left");
    }
    if (status.waitingRequests() > 0) {
      text.append(", ").append(status.waitingRequests()).append(" more snapshots wait");
    }
    return text.toString();
  }

  private String bar(SnapshotStatus status) {
    StringBuilder text = new StringBuilder("[");
    int percent = percent(status);
    if (percent >= 0) {
      int full = BAR * percent / 100;
      text.append("=".repeat(full));
      if (full < BAR) {
        text.append('>').append(" ".repeat(BAR - full - 1));
      }
      text.append("] ").append(percent).append(" % ");
    } else {
      text.append("-".repeat(BAR)).append("] ");
    }
    text.append(rows(status));
    Duration remaining = status.remaining();
    if (status.state() == State.PAUSED) {
      text.append(", paused");
    } else if (remaining != null) {
      text.append(", ").append(time(remaining)).append(" left");
    }
    if (status.table() != null) {
      text.append(", ").append(status.table());
    }
    int length = text.length();
    String drawn = "\r" + text + " ".repeat(Math.max(0, width - length));
    width = length;
    return drawn;
  }

  private static String rows(SnapshotStatus status) {
    String done = number(status.rowsDelivered());
    return status.rowsEstimated() < 0
        ? done + " rows"
        : done + " of about " + number(status.rowsEstimated()) + " rows";
  }

  /** Of the estimate; 100 is left to what is complete; -1 when nobody knows. */
  private static int percent(SnapshotStatus status) {
    return status.rowsEstimated() <= 0
        ? -1
        : (int) Math.min(99, 100 * status.rowsDelivered() / status.rowsEstimated());
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String time(Duration duration) {
    long seconds = Math.max(1, duration.toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? minutes + " min " + seconds % 60 + " s"
        : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
