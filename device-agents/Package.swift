// swift-tools-version:5.5
import PackageDescription

// The agent as a part of an app, for debug builds: see ios/README.md. It is C without an SDK's headers, so nothing else is needed.
let package = Package(
  name: "Laglens",
  platforms: [.iOS(.v14)],
  products: [.library(name: "Laglens", targets: ["Laglens"])],
  targets: [
    .target(
      name: "Laglens",
      path: ".",
      exclude: [
        "android", "build", "build.ts", "linux", "prebuilt", "README.md", "core/README.md", "ios/README.md", "ios/stubs",
      ],
      sources: ["core", "ios"],
      publicHeadersPath: "ios/include"
    )
  ]
)
