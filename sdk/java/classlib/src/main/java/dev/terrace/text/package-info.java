/** Text by format strings, as {@code java.util.Formatter} of JDK 17 makes it in the root locale. */
package dev.terrace.text;
