// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "inspector",
    products: [
        .executable(name: "inspector", targets: ["Inspector"]),
        .library(name: "ClientEngine", targets: ["ClientEngine"]),
        .library(name: "RequestFormats", targets: ["RequestFormats"]),
    ],
    targets: [
        // The leaves.
        .target(name: "JSON", swiftSettings: strict),
        .target(name: "Patterns", dependencies: ["CPCRE2"], swiftSettings: strict),
        .target(name: "Canvas", swiftSettings: strict),
        .target(name: "HTTPServer", swiftSettings: strict),

        // The engine and what stands on it.
        .target(
            name: "ClientEngine",
            dependencies: [
                "JSON", "Patterns", "CBrotli", "CCurl", "CEpoll", "COpenSSL", "CPsl", "CZlib", "CZstd",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "RequestFormats", dependencies: ["CYaml", "ClientEngine", "JSON"], swiftSettings: strict),
        .target(name: "TaskFilter", dependencies: ["ClientEngine", "Patterns"], swiftSettings: strict),
        .target(
            name: "Sandbox", dependencies: ["CBrotli", "COpenSSL", "CZlib", "CZstd", "HTTPServer"],
            swiftSettings: strict),

        .target(
            name: "MockServer", dependencies: ["ClientEngine", "HTTPServer", "JSON", "RequestFormats"],
            swiftSettings: strict),

        // The program.
        .executableTarget(
            name: "Inspector",
            dependencies: [
                "Canvas", "ClientEngine", "CInotify", "CNcurses", "JSON", "MockServer", "Patterns",
                "RequestFormats", "Sandbox", "TaskFilter",
            ],
            swiftSettings: strict
        ),

        // System libraries, each behind a small typed shim.
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(
            name: "CCurl", path: "Sources/CLibraries/CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "CEpoll", path: "Sources/CLibraries/CEpoll"),
        .target(name: "CInotify", path: "Sources/CLibraries/CInotify"),
        .target(
            name: "CZlib", path: "Sources/CLibraries/CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(
            name: "CBrotli", path: "Sources/CLibraries/CBrotli",
            linkerSettings: [.linkedLibrary("brotlidec"), .linkedLibrary("brotlienc")]),
        .target(
            name: "CZstd", path: "Sources/CLibraries/CZstd", linkerSettings: [.linkedLibrary("zstd")]),
        .target(
            name: "COpenSSL", path: "Sources/CLibraries/COpenSSL",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(
            name: "CPCRE2", path: "Sources/CLibraries/CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),
        .target(
            name: "CPsl", path: "Sources/CLibraries/CPsl", linkerSettings: [.linkedLibrary("psl")]),
        .target(
            name: "CYaml", path: "Sources/CLibraries/CYaml", linkerSettings: [.linkedLibrary("yaml")]),

        // Measuring.
        .executableTarget(
            name: "EngineBench", dependencies: ["ClientEngine", "RequestFormats"],
            path: "Benchmarks/EngineBench", swiftSettings: strict),

        // Tests.
        .target(name: "CPty", path: "Tests/Support/CPty"),
        .target(name: "CSlowResolver", path: "Tests/Support/CSlowResolver"),
        .target(
            name: "TestSupport", dependencies: ["HTTPServer"], path: "Tests/Support/TestSupport",
            swiftSettings: strict),
        .target(
            name: "Fuzzing",
            dependencies: [
                "Canvas", "ClientEngine", "CInotify", "HTTPServer", "Inspector", "JSON", "RequestFormats",
                "TaskFilter",
            ],
            path: "Tests/Fuzz", swiftSettings: strict),
        .testTarget(
            name: "FuzzTests", dependencies: ["Fuzzing", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "PatternsTests", dependencies: ["Patterns"], swiftSettings: strict),
        .testTarget(name: "CanvasTests", dependencies: ["Canvas", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ClientEngineTests",
            dependencies: [
                "CCurl", "CSlowResolver", "ClientEngine", "HTTPServer", "JSON", "Sandbox", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RequestFormatsTests",
            dependencies: ["RequestFormats", "ClientEngine", "JSON", "MockServer", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TaskFilterTests", dependencies: ["TaskFilter", "ClientEngine"], swiftSettings: strict),
        .testTarget(
            name: "SandboxTests", dependencies: ["HTTPServer", "Sandbox", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "MockServerTests",
            dependencies: [
                "ClientEngine", "HTTPServer", "JSON", "MockServer", "RequestFormats", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "InspectorTests",
            dependencies: [
                "Inspector", "Canvas", "ClientEngine", "HTTPServer", "JSON", "RequestFormats", "Sandbox",
                "TaskFilter", "TestSupport",
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["CPty", "Canvas", "HTTPServer", "Inspector", "Sandbox", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RealServerTests",
            dependencies: ["ClientEngine", "JSON", "Inspector", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(name: "ReadmeTests", dependencies: ["ClientEngine"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
