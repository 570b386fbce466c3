package org.iosched.reports;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An SVG image being drawn. Looks come from the classes in {@code chart.css}. */
final class Svg {

  /** A point in pixels from the upper left corner. */
  record Point(double x, double y) {}

  /** Where a text is fastened. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  private final String title;
  private final double width;
  private final double height;
  private final StringBuilder content = new StringBuilder();

  Svg(String title, double width, double height) {
    this.title = title;
    this.width = width;
    this.height = height;
  }

  void line(String styles, double x1, double y1, double x2, double y2) {
    content
        .append("<line class=\"" + styles + "\" x1=\"" + px(x1) + "\" y1=\"" + px(y1))
        .append("\" x2=\"" + px(x2) + "\" y2=\"" + px(y2) + "\"/>\n");
  }

  void polyline(String styles, List<Point> points) {
    if (points.size() > 1) {
      content
          .append("<polyline class=\"" + styles + "\" points=\"")
          .append(
              points.stream().map(p -> px(p.x) + "," + px(p.y)).collect(Collectors.joining(" ")))
          .append("\"/>\n");
    }
  }

  void rectangle(String styles, double x, double y, double width, double height) {
    content
        .append("<rect class=\"" + styles + "\" x=\"" + px(x) + "\" y=\"" + px(y))
        .append("\" width=\"" + px(width) + "\" height=\"" + px(height) + "\"/>\n");
  }

  void text(String styles, double x, double y, Anchor anchor, String text) {
    content
        .append("<text class=\"" + styles + "\" x=\"" + px(x) + "\" y=\"" + px(y))
        .append("\" text-anchor=\"" + anchor.name().toLowerCase(Locale.ROOT) + "\">")
        .append(Markup.escaped(text))
        .append("</text>\n");
  }

  /** Draws a mark whose form, like its colour, tells arms apart, with a text to hover for. */
  void marker(String styles, int form, Point at, String hover) {
    String outline =
        switch (form % 4) {
          case 0 -> "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z";
          case 1 -> "m-3.5 -3.5h7v7h-7z";
          case 2 -> "m0 -4.6l4.4 7.6h-8.8z";
          default -> "m0 -4.8l4.8 4.8l-4.8 4.8l-4.8 -4.8z";
        };
    content
        .append("<path class=\"" + styles + "\" d=\"M" + px(at.x) + " " + px(at.y) + outline)
        .append("\"><title>")
        .append(Markup.escaped(hover))
        .append("</title></path>\n");
  }

  /** Draws many small dots as one path: strokes without length, whose ends are round. */
  void dust(String styles, List<Point> points) {
    path(styles, points, "h0");
  }

  /** Draws many small rings as one path. */
  void rings(String styles, List<Point> points) {
    path(styles, points, "m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0");
  }

  private void path(String styles, List<Point> points, String form) {
    content.append("<path class=\"" + styles + "\" d=\"");
    points.forEach(p -> content.append("M" + px(p.x) + " " + px(p.y) + form));
    content.append("\"/>\n");
  }

  /** Returns the image for a page that carries {@code chart.css} itself. */
  String inline() {
    return image("");
  }

  /** Returns the image as a file of its own. */
  String standalone() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + image("<style>" + Stylesheet.text("chart.css") + "</style>\n");
  }

  private String image(String style) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" viewBox=\"0 0 "
        + px(width)
        + " "
        + px(height)
        + "\" width=\""
        + px(width)
        + "\" height=\""
        + px(height)
        + "\">\n<title>"
        + Markup.escaped(title)
        + "</title>\n"
        + style
        + content
        + "</svg>\n";
  }

  private static String px(double value) {
    long tenths = Math.round(value * 10);
    String sign = tenths < 0 ? "-" : "";
    long whole = Math.abs(tenths) / 10;
    long rest = Math.abs(tenths) % 10;
    return rest == 0 ? sign + whole : sign + whole + "." + rest;
  }
}
