/**
 * Changes to single methods of TeaVM's own classes, where replacing a whole class would be too much.
 *
 * <p>A class {@code dev.terrace.graft.X} here is grafted onto the class {@code X} when the SDK is built: every method
 * with a body replaces that of the same name and parameters, or is added. Constructors, static initialisers and native
 * methods are not carried over, nor are nested classes and fields that the target has: they only stand for those of the
 * target, so that the sources compile. A top-level class {@code A$B} is grafted onto the nested class {@code B}. Grafts
 * onto the compiler that need classes of the driver are in the driver's sources. Each method says which mistake or lack it mends.
 */
package dev.terrace.graft;
