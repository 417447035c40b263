// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A program that people download: nothing in it twice or exported, relocations packed (glibc 2.36 and later), no tables for
/// unwinding, some libraries loaded when they are needed, and of the C++ library, whose symbols take long to look up at each start, what is
/// needed inside.
let small: LinkerSetting = .unsafeFlags(
    ["-use-ld=lld", "-L", Context.packageDirectory + "/scripts/link"]
        + [
            "--icf=all", "--no-export-dynamic", "--export-dynamic-symbol=nghttp2_*",
            "-z", "pack-relative-relocs", "--no-eh-frame-hdr",
            Context.packageDirectory + "/scripts/no-unwind-tables.ld",
        ].flatMap { ["-Xlinker", $0] },
    .when(configuration: .release))

/// For code that waits for people: an eighth smaller.
let smallCode: SwiftSetting = .unsafeFlags(["-Osize"], .when(configuration: .release))

let package = Package(
    name: "inspector",
    products: [
        .executable(name: "inspector", targets: ["Inspector"]),
        .library(name: "ClientEngine", targets: ["ClientEngine"]),
        .library(name: "ClientEngineFoundation", targets: ["ClientEngineFoundation"]),
        .library(name: "RequestFormats", targets: ["RequestFormats"]),
    ],
    targets: [
        // The leaves.
        .target(
            name: "EngineJSON", dependencies: ["EnginePatterns", "EngineStorage"], swiftSettings: strict),
        .target(name: "EngineStorage", swiftSettings: strict),
        .target(name: "EnginePatterns", dependencies: ["CEnginePCRE2"], swiftSettings: strict),
        .target(name: "InspectorCanvas", swiftSettings: strict),

        // The ground floor: what is said in HTTP, for clients and servers.
        .target(
            name: "HTTPValues", dependencies: ["CEngineIDN2", "EngineJSON", "EngineStorage"],
            swiftSettings: strict),
        .target(
            name: "InspectorHTTPServer", dependencies: ["CEngineOpenSSL", "HTTPValues"],
            swiftSettings: strict),

        // The engine and what stands on it.
        .target(
            name: "HTTPMocks", dependencies: ["EngineJSON", "EnginePatterns", "HTTPValues"],
            swiftSettings: strict),
        .target(
            name: "ClientEngine",
            dependencies: [
                "EngineJSON", "EnginePatterns", "CEngineBrotli", "CEngineCurl", "CEngineEpoll",
                "CEngineFile", "CEngineOpenSSL", "CEnginePsl", "CEngineZlib", "CEngineZstd", "HTTPMocks",
                "HTTPValues",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ClientEngineFoundation", dependencies: ["ClientEngine"], swiftSettings: strict),
        .target(
            name: "RequestFormats", dependencies: ["CInspectorYaml", "ClientEngine", "EngineJSON"],
            swiftSettings: strict),
        .target(
            name: "InspectorTaskFilter", dependencies: ["ClientEngine", "EnginePatterns"],
            swiftSettings: strict),
        .target(
            name: "InspectorSandbox",
            dependencies: [
                "CEngineBrotli", "CEngineOpenSSL", "CEngineZlib", "CEngineZstd", "EngineJSON", "HTTPValues",
                "InspectorHTTPServer",
            ],
            swiftSettings: strict),

        .target(
            name: "InspectorMockServer",
            dependencies: [
                "ClientEngine", "InspectorHTTPServer", "InspectorTaskFilter", "InspectorValues", "EngineJSON",
                "RequestFormats",
            ],
            swiftSettings: strict),

        // The program: what its rooms share, the rooms, and the one that knows them all.
        .target(
            name: "InspectorValues",
            dependencies: ["ClientEngine", "InspectorCanvas", "InspectorTaskFilter", "RequestFormats"],
            path: "Sources/Inspector/Values", swiftSettings: strict),
        .target(
            name: "InspectorWorkspace",
            dependencies: [
                "CInspectorInotify", "ClientEngine", "EngineJSON", "InspectorValues", "RequestFormats",
            ],
            path: "Sources/Inspector/Workspace", swiftSettings: strict),
        .target(
            name: "InspectorHistory",
            dependencies: [
                "CInspectorSQLite", "ClientEngine", "EngineJSON", "EnginePatterns", "InspectorTaskFilter",
                "InspectorValues", "InspectorWorkspace",
            ],
            path: "Sources/Inspector/History", swiftSettings: strict),
        .target(
            name: "InspectorScreen",
            dependencies: [
                "ClientEngine", "EngineJSON", "EnginePatterns", "InspectorCanvas", "InspectorTaskFilter",
                "InspectorValues", "RequestFormats",
            ],
            path: "Sources/Inspector/Screen", swiftSettings: strict + [smallCode]),
        .target(
            name: "InspectorCommandLine",
            dependencies: [
                "CInspectorSpawn", "ClientEngine", "EngineJSON", "EnginePatterns", "InspectorCanvas",
                "InspectorMockServer",
                "InspectorSandbox",
                "InspectorHistory", "InspectorTaskFilter", "InspectorValues", "InspectorWorkspace",
                "RequestFormats",
            ],
            path: "Sources/Inspector/CommandLine", swiftSettings: strict),
        .target(
            name: "InspectorPrograms", dependencies: ["CInspectorSpawn", "ClientEngine", "InspectorValues"],
            path: "Sources/Inspector/Programs", swiftSettings: strict),
        .executableTarget(
            name: "Inspector",
            dependencies: [
                "CInspectorLazyLoading", "CInspectorMalloc", "CInspectorNcurses", "CInspectorSpawn",
                "ClientEngine", "InspectorCanvas", "InspectorCommandLine", "InspectorHistory",
                "InspectorPrograms", "InspectorScreen", "InspectorValues", "InspectorWorkspace",
                "RequestFormats",
            ],
            path: "Sources/Inspector/Main", swiftSettings: strict, linkerSettings: [small]
        ),

        // System libraries, each behind a small typed shim.
        .target(
            name: "CInspectorNcurses", path: "Sources/CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(
            name: "CEngineCurl", dependencies: ["CEngineMemory"], path: "Sources/CLibraries/CEngineCurl",
            linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "CEngineEpoll", path: "Sources/CLibraries/CEngineEpoll"),
        .target(name: "CEngineFile", path: "Sources/CLibraries/CEngineFile"),
        .target(
            name: "CEngineIDN2", path: "Sources/CLibraries/CEngineIDN2",
            linkerSettings: [.linkedLibrary("idn2")]),
        .target(name: "CEngineMemory", path: "Sources/CLibraries/CEngineMemory"),
        .target(name: "CInspectorInotify", path: "Sources/CLibraries/CInspectorInotify"),
        .target(
            name: "CInspectorLazyLoading", dependencies: ["CEngineOpenSSL"],
            path: "Sources/CLibraries/CInspectorLazyLoading"),
        .target(name: "CInspectorMalloc", path: "Sources/CLibraries/CInspectorMalloc"),
        .target(name: "CInspectorSpawn", path: "Sources/CLibraries/CInspectorSpawn"),
        .target(
            name: "CEngineZlib", path: "Sources/CLibraries/CEngineZlib", linkerSettings: [.linkedLibrary("z")]
        ),
        .target(
            name: "CEngineBrotli", path: "Sources/CLibraries/CEngineBrotli",
            linkerSettings: [.linkedLibrary("brotlidec"), .linkedLibrary("brotlienc")]),
        .target(
            name: "CEngineZstd", path: "Sources/CLibraries/CEngineZstd",
            linkerSettings: [.linkedLibrary("zstd")]),
        .target(
            name: "CEngineOpenSSL", dependencies: ["CEngineMemory"],
            path: "Sources/CLibraries/CEngineOpenSSL",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(
            name: "CEnginePCRE2", path: "Sources/CLibraries/CEnginePCRE2",
            linkerSettings: [.linkedLibrary("pcre2-8")]),
        .target(
            name: "CEnginePsl", path: "Sources/CLibraries/CEnginePsl", linkerSettings: [.linkedLibrary("psl")]
        ),
        .target(
            name: "CInspectorYaml", path: "Sources/CLibraries/CInspectorYaml",
            linkerSettings: [.linkedLibrary("yaml")]),
        .target(
            name: "CInspectorSQLite", path: "Sources/CLibraries/CInspectorSQLite",
            linkerSettings: [.linkedLibrary("sqlite3")]),

        // Measuring.
        .executableTarget(
            name: "EngineBench", dependencies: ["ClientEngine", "RequestFormats"],
            path: "Benchmarks/EngineBench", swiftSettings: strict),

        // Tests.
        .target(name: "CInspectorChild", path: "Tests/Support/CInspectorChild"),
        .target(name: "CInspectorDeadFolder", path: "Tests/Support/CInspectorDeadFolder"),
        .target(name: "CInspectorPty", path: "Tests/Support/CInspectorPty"),
        .target(name: "CInspectorSlowResolver", path: "Tests/Support/CInspectorSlowResolver"),
        .target(
            name: "InspectorTestSupport",
            dependencies: ["CInspectorChild", "HTTPValues", "InspectorCanvas", "InspectorHTTPServer"],
            path: "Tests/Support/InspectorTestSupport",
            swiftSettings: strict),
        .executableTarget(
            name: "HistoryProbe", dependencies: ["ClientEngine", "InspectorHistory"],
            path: "Tests/Support/HistoryProbe", swiftSettings: strict),
        .target(
            name: "InspectorFuzzing",
            dependencies: [
                "CInspectorSQLite", "InspectorCanvas", "ClientEngine", "InspectorCommandLine",
                "InspectorHTTPServer", "EngineJSON", "InspectorHistory", "RequestFormats", "InspectorScreen",
                "InspectorTaskFilter",
            ],
            path: "Tests/InspectorFuzzing", swiftSettings: strict),
        .testTarget(
            name: "InspectorFuzzingTests", dependencies: ["InspectorFuzzing", "InspectorTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EngineJSONTests", dependencies: ["EngineJSON", "InspectorTestSupport"],
            swiftSettings: strict),
        .testTarget(name: "EnginePatternsTests", dependencies: ["EnginePatterns"], swiftSettings: strict),
        .testTarget(
            name: "InspectorCanvasTests", dependencies: ["InspectorCanvas", "InspectorTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ClientEngineTests",
            dependencies: [
                "CEngineCurl", "CEngineMemory", "CEngineOpenSSL", "CInspectorSlowResolver", "ClientEngine",
                "ClientEngineFoundation",
                "HTTPMocks", "HTTPValues",
                "InspectorHTTPServer",
                "EngineJSON",
                "InspectorSandbox", "InspectorTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RequestFormatsTests",
            dependencies: [
                "RequestFormats", "ClientEngine", "EngineJSON", "InspectorMockServer", "InspectorTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "InspectorTaskFilterTests", dependencies: ["InspectorTaskFilter", "ClientEngine"],
            swiftSettings: strict),
        .testTarget(
            name: "InspectorSandboxTests",
            dependencies: ["InspectorHTTPServer", "InspectorSandbox", "InspectorTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "InspectorProgramsTests",
            dependencies: ["ClientEngine", "InspectorPrograms", "InspectorTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "InspectorMockServerTests",
            dependencies: [
                "ClientEngine", "InspectorHTTPServer", "EngineJSON", "InspectorMockServer", "RequestFormats",
                "InspectorTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "InspectorTests",
            dependencies: [
                "CInspectorInotify",
                "Inspector", "InspectorCommandLine", "InspectorHistory", "InspectorMockServer",
                "InspectorPrograms", "InspectorScreen",
                "InspectorValues", "InspectorWorkspace",
                "InspectorCanvas", "ClientEngine", "InspectorHTTPServer", "EngineJSON",
                "RequestFormats", "InspectorSandbox",
                "InspectorTaskFilter", "InspectorTestSupport",
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                "CInspectorDeadFolder", "CInspectorPty", "ClientEngine", "EngineJSON", "InspectorCanvas",
                "InspectorHTTPServer", "Inspector", "InspectorHistory", "InspectorSandbox",
                "InspectorTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RealServerTests",
            dependencies: ["ClientEngine", "EngineJSON", "Inspector", "InspectorTestSupport"],
            swiftSettings: strict
        ),
        // As a user's package: it sees what is public, and must import what it names.
        .testTarget(
            name: "ReadmeTests", dependencies: ["ClientEngine"], packageAccess: false,
            swiftSettings: strict + [.enableUpcomingFeature("MemberImportVisibility")]),
    ],
    swiftLanguageModes: [.v6]
)

// A part of the tests, and what they need: a sanitizer that is of use to some of them alone would build as much again for nothing.
if let names = Context.environment["INSPECTOR_TEST_TARGETS"]?.split(whereSeparator: \.isWhitespace) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name[...]) }
}
