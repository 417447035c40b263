// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "fetch",
    dependencies: [.package(name: "inspector", path: "../..")],
    targets: [
        .executableTarget(
            name: "fetch", dependencies: [.product(name: "ClientEngine", package: "inspector")],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
    ],
    swiftLanguageModes: [.v6]
)
