package io.oraclecdc.testkit.simulator.dictionary;

/**
 * Why a program unit does not compile.
 *
 * @param line line of its kept text, 1-based
 * @param position column, 1-based
 * @param text message with its code
 * @param number MESSAGE_NUMBER
 */
public record ProgramError(int line, int position, String text, int number) {}
