package android.view;

/** Shape of the framework's class, to compile against; never shipped. */
public class View {}
