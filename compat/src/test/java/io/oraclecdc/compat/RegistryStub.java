package io.oraclecdc.compat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * As much of Apicurio's registry, interface version 2, as its converter calls. It stores what it is
 * given, unchecked, as the real one does without validity rules.
 */
final class RegistryStub implements AutoCloseable {
  private static final Pattern BY_ID =
      Pattern.compile("/apis/registry/v2/ids/(?:globalIds|contentIds)/(\\d+)(/references)?");

  private final List<String> schemas = new ArrayList<>();
  private final ObjectMapper mapper = new ObjectMapper();
  private final HttpServer server;

  RegistryStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/apis/registry/v2";
  }

  /** All schemas registered so far. */
  synchronized List<String> schemas() {
    return List.copyOf(schemas);
  }

  private synchronized void answer(HttpExchange call) throws IOException {
    String path = call.getRequestURI().getPath();
    Matcher byId = BY_ID.matcher(path);
    if (call.getRequestMethod().equals("POST") && path.endsWith("/artifacts")) {
      String schema = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (!schemas.contains(schema)) {
        schemas.add(schema);
      }
      long id = schemas.indexOf(schema) + 1L;
      respond(
          call,
          200,
          mapper.writeValueAsString(
              Map.of(
                  "id",
                  String.valueOf(call.getRequestHeaders().getFirst("X-Registry-ArtifactId")),
                  "groupId",
                  "default",
                  "version",
                  "1",
                  "type",
                  "AVRO",
                  "globalId",
                  id,
                  "contentId",
                  id)));
    } else if (byId.matches()) {
      respond(
          call,
          200,
          byId.group(2) != null ? "[]" : schemas.get(Integer.parseInt(byId.group(1)) - 1));
    } else {
      respond(call, 404, "{\"error_code\":404,\"message\":\"" + path + "\"}");
    }
  }

  private static void respond(HttpExchange call, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    call.getResponseHeaders().add("Content-Type", "application/json");
    call.sendResponseHeaders(status, body.length);
    call.getResponseBody().write(body);
    call.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
