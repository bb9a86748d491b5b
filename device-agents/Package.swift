// swift-tools-version:5.5
import PackageDescription

// The agent as a part of an app: see ios/README.md. Without LAGLENS_AGENT all that is left is a function that does nothing.
let package = Package(
  name: "Laglens",
  platforms: [.iOS(.v15)],
  products: [.library(name: "Laglens", targets: ["Laglens"])],
  targets: [
    .target(
      name: "Laglens",
      path: "ios/package",
      cSettings: [.define("LAGLENS_AGENT", .when(platforms: [.iOS], configuration: .debug))]
    )
  ]
)
