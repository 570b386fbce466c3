package org.iosched.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.iosched.engine.EngineOptions.IoPath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Runs a test, which takes an {@link IoPath}, with io_uring and with threads. */
@ParameterizedTest
@EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface BothPaths {}
