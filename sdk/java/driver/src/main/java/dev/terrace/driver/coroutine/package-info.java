/** What is done otherwise than TeaVM does it when methods are made such that they can be suspended and resumed. */
package dev.terrace.driver.coroutine;
