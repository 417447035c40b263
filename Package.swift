// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A target of the library, in the folder of its name.
func engine(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/ClientEngine/\(name)", swiftSettings: strict)
}

/// A target of the program, in the folder of its name without `Inspector`.
func program(
    _ name: String, _ dependencies: Target.Dependency..., settings: [SwiftSetting] = []
) -> Target {
    let folder = name.hasPrefix("Inspector") ? String(name.dropFirst("Inspector".count)) : name
    return .target(
        name: name, dependencies: dependencies, path: "Sources/Inspector/\(folder)",
        swiftSettings: strict + settings)
}

/// A typed shim for a C library, in a folder of `Sources/CLibraries`, and the libraries to link.
func shim(_ name: String, links libraries: String...) -> Target {
    .target(
        name: name, path: "Sources/CLibraries/\(name)", linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// Makes the program that users download smaller and faster to start.
///
/// Identical functions are merged, only replacements for nghttp2 are exported, relocations are packed (glibc 2.36 and later),
/// and there are no tables for unwinding. The used parts of the C++ library are linked statically, because looking up its
/// symbols takes long at each start.
let small: LinkerSetting = .unsafeFlags(
    ["-use-ld=lld", "-L", Context.packageDirectory + "/scripts/link"]
        + [
            "--icf=all", "--no-export-dynamic", "--export-dynamic-symbol=nghttp2_*",
            "-z", "pack-relative-relocs", "--no-eh-frame-hdr",
            Context.packageDirectory + "/scripts/no-unwind-tables.ld",
        ].flatMap { ["-Xlinker", $0] },
    .when(configuration: .release))

/// Makes code that mostly waits for users an eighth smaller.
let smallCode: SwiftSetting = .unsafeFlags(["-Osize"], .when(configuration: .release))

let package = Package(
    name: "inspector",
    products: [
        .executable(name: "inspector", targets: ["Inspector"]),
        .library(name: "ClientEngine", targets: ["ClientEngine"]),
        .library(name: "ClientEngineWireMock", targets: ["ClientEngineWireMock"]),
        .library(name: "ClientEngineCompatibility", targets: ["ClientEngineCompatibility"]),
        .library(name: "ClientEngineRecording", targets: ["ClientEngineRecording"]),
        .library(name: "RequestFormats", targets: ["RequestFormats"]),
        // The parts of the other products, for packages that only need one. Their interface may change in any release.
        .library(
            name: "EngineParts",
            targets: [
                "EngineHTTP", "EngineJSON", "EngineJSONPath", "EnginePatterns", "EngineSupport",
                "CEngineBrotli",
                "CEngineOpenSSL", "CEngineZlib", "CEngineZstd",
            ]),
    ],
    targets: [
        // The library.
        engine("EngineSupport"),
        engine("EnginePatterns", "CEnginePCRE2"),
        engine("EngineJSON", "EngineSupport"),
        engine("EngineJSONPath", "EngineJSON", "EnginePatterns"),
        engine("EngineHTTP", "CEngineIDN2", "EngineJSON", "EngineSupport"),
        engine("EngineMocks", "EngineHTTP", "EngineJSON", "EnginePatterns", "EngineSupport"),
        engine(
            "ClientEngineWireMock", "EngineHTTP", "EngineJSON", "EngineJSONPath", "EngineMocks",
            "EnginePatterns", "EngineSupport"),
        engine(
            "ClientEngine", "CEngineBrotli", "CEngineCurl", "CEngineEpoll", "CEngineFile", "CEngineOpenSSL",
            "CEnginePsl", "CEngineZlib", "CEngineZstd", "EngineHTTP", "EngineJSON", "EngineMocks",
            "EnginePatterns", "EngineSupport"),
        engine("ClientEngineCompatibility", "ClientEngine", "EngineSupport"),
        engine(
            "ClientEngineRecording", "CEngineFile", "ClientEngine", "ClientEngineWireMock", "EngineHTTP",
            "EngineJSON", "EngineMocks", "EngineSupport"),

        // The program.
        program(
            "RequestFormats", "CInspectorYaml", "ClientEngine", "ClientEngineRecording",
            "ClientEngineWireMock", "EngineJSON", "EngineJSONPath", "EnginePatterns", "EngineSupport"),
        program("InspectorCanvas"),
        program(
            "InspectorTaskFilter", "ClientEngine", "ClientEngineRecording", "EnginePatterns", "EngineSupport"),
        program("InspectorHTTPServer", "CEngineOpenSSL", "EngineHTTP", "EngineSupport"),
        program(
            "InspectorSandbox", "CEngineBrotli", "CEngineOpenSSL", "CEngineZlib", "CEngineZstd", "EngineHTTP",
            "EngineJSON", "EngineSupport", "InspectorHTTPServer"),
        program(
            "InspectorValues", "ClientEngine", "ClientEngineRecording", "EngineJSONPath", "EngineSupport",
            "InspectorCanvas", "InspectorTaskFilter", "RequestFormats"),
        program(
            "InspectorGateway", "CEngineZlib", "ClientEngine", "ClientEngineRecording",
            "ClientEngineWireMock", "EngineJSON",
            "EngineSupport",
            "InspectorHTTPServer",
            "InspectorTaskFilter", "InspectorValues", "RequestFormats"),
        program(
            "InspectorWorkspace", "CInspectorInotify", "CInspectorSpawn", "ClientEngine",
            "ClientEngineRecording",
            "ClientEngineWireMock", "EngineJSON", "EngineSupport", "InspectorValues", "RequestFormats"),
        program(
            "InspectorHistory", "CInspectorSQLite", "ClientEngine", "ClientEngineRecording", "EngineJSON",
            "EnginePatterns", "EngineSupport", "InspectorTaskFilter", "InspectorValues", "InspectorWorkspace"),
        program(
            "InspectorScreen", "ClientEngine", "ClientEngineRecording", "ClientEngineWireMock", "EngineJSON",
            "EngineJSONPath", "EnginePatterns", "EngineSupport", "InspectorCanvas", "InspectorTaskFilter",
            "InspectorValues", "RequestFormats",
            settings: [smallCode]),
        program("InspectorPrograms", "CInspectorSpawn", "ClientEngine", "EngineSupport", "InspectorValues"),
        program(
            "InspectorCommandLine", "CInspectorSpawn", "ClientEngine", "ClientEngineRecording",
            "ClientEngineWireMock", "EngineJSON", "EnginePatterns", "EngineSupport", "InspectorCanvas",
            "InspectorGateway", "InspectorHistory", "InspectorSandbox", "InspectorTaskFilter",
            "InspectorValues", "InspectorWorkspace", "RequestFormats",
            settings: [smallCode]),
        .executableTarget(
            name: "Inspector",
            dependencies: [
                "CInspectorMemory", "CInspectorNcurses", "CInspectorSpawn", "ClientEngine",
                "ClientEngineRecording", "ClientEngineWireMock", "EngineSupport", "InspectorCanvas",
                "InspectorCommandLine", "InspectorHistory", "InspectorPrograms", "InspectorScreen",
                "InspectorValues", "InspectorWorkspace", "RequestFormats",
            ],
            path: "Sources/Inspector/App", swiftSettings: strict, linkerSettings: [small]),

        // System libraries.
        .target(
            name: "CInspectorNcurses", path: "Sources/CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        shim("CEngineBrotli", links: "brotlidec", "brotlienc"),
        shim("CEngineCurl", links: "curl"),
        shim("CEngineEpoll"),
        shim("CEngineFile"),
        shim("CEngineIDN2", links: "idn2"),
        shim("CEngineOpenSSL", links: "ssl", "crypto"),
        shim("CEnginePCRE2", links: "pcre2-8"),
        shim("CEnginePsl", links: "psl"),
        shim("CEngineZlib", links: "z"),
        shim("CEngineZstd", links: "zstd"),
        shim("CInspectorInotify"),
        shim("CInspectorMemory", links: "curl", "crypto"),
        shim("CInspectorSQLite", links: "sqlite3"),
        shim("CInspectorSpawn"),
        shim("CInspectorYaml", links: "yaml"),

        // Benchmarks.
        .executableTarget(
            name: "EngineBench",
            dependencies: ["ClientEngine", "ClientEngineRecording", "EngineSupport", "RequestFormats"],
            path: "Benchmarks/EngineBench", swiftSettings: strict),

        // Tests.
        .target(name: "CInspectorChild", path: "Tests/Support/CInspectorChild"),
        .target(name: "CInspectorDeadFolder", path: "Tests/Support/CInspectorDeadFolder"),
        .target(name: "CInspectorPty", path: "Tests/Support/CInspectorPty"),
        .target(name: "CInspectorSlowResolver", path: "Tests/Support/CInspectorSlowResolver"),
        .target(
            name: "InspectorTestSupport",
            dependencies: [
                "CInspectorChild", "EngineHTTP", "EngineMocks", "EngineSupport", "InspectorCanvas",
                "InspectorHTTPServer", "InspectorSandbox",
            ],
            path: "Tests/Support/InspectorTestSupport", swiftSettings: strict),
        .executableTarget(
            name: "HistoryProbe",
            dependencies: ["ClientEngine", "ClientEngineRecording", "EngineSupport", "InspectorHistory"],
            path: "Tests/Support/HistoryProbe", swiftSettings: strict),
        .target(
            name: "InspectorFuzzing",
            dependencies: [
                "CInspectorSQLite", "ClientEngine", "ClientEngineRecording", "ClientEngineWireMock",
                "EngineJSON", "EngineJSONPath",
                "InspectorCanvas",
                "InspectorCommandLine", "InspectorHTTPServer", "InspectorHistory", "InspectorScreen",
                "InspectorTaskFilter", "RequestFormats",
            ],
            path: "Tests/InspectorFuzzing", swiftSettings: strict),
        tests("InspectorFuzzingTests", "InspectorFuzzing", "InspectorTestSupport"),
        tests("EngineJSONTests", "EngineJSON", "EngineJSONPath", "InspectorTestSupport"),
        tests("EnginePatternsTests", "EnginePatterns"),
        tests("EngineSupportTests", "EngineSupport", "InspectorTestSupport"),
        tests(
            "EngineHTTPTests", "CEngineCurl", "EngineHTTP", "EngineJSON", "EngineSupport",
            "InspectorTestSupport"),
        tests(
            "EngineMocksTests", "ClientEngineWireMock", "EngineHTTP", "EngineJSON", "EngineMocks",
            "EngineSupport", "InspectorTestSupport"),
        tests(
            "ClientEngineTests", "CEngineCurl", "CEngineOpenSSL", "CInspectorSlowResolver", "ClientEngine",
            "ClientEngineCompatibility", "ClientEngineRecording", "ClientEngineWireMock", "EngineHTTP",
            "EngineJSON", "EngineMocks", "EngineSupport", "InspectorHTTPServer", "InspectorSandbox",
            "InspectorTestSupport"),
        tests(
            "ClientEngineWireMockTests", "ClientEngine", "ClientEngineWireMock", "EngineHTTP", "EngineJSON",
            "EngineMocks", "EngineSupport", "InspectorTestSupport"),
        tests(
            "ClientEngineRecordingTests", "ClientEngine", "ClientEngineRecording", "EngineJSON",
            "EngineSupport", "InspectorSandbox", "InspectorTestSupport"),
        tests(
            "RequestFormatsTests", "ClientEngine", "ClientEngineRecording", "ClientEngineWireMock",
            "EngineJSON", "EngineMocks", "EngineSupport", "InspectorGateway", "InspectorTestSupport",
            "RequestFormats"),
        tests("InspectorCanvasTests", "InspectorCanvas", "InspectorTestSupport"),
        tests(
            "InspectorTaskFilterTests", "ClientEngine", "ClientEngineRecording", "EnginePatterns",
            "InspectorTaskFilter"),
        tests("InspectorSandboxTests", "InspectorHTTPServer", "InspectorSandbox", "InspectorTestSupport"),
        tests(
            "InspectorProgramsTests", "ClientEngine", "EngineSupport", "InspectorPrograms",
            "InspectorTestSupport"),
        tests(
            "InspectorGatewayTests", "ClientEngine", "ClientEngineRecording", "ClientEngineWireMock",
            "EngineJSON", "EngineSupport",
            "InspectorGateway",
            "InspectorHTTPServer", "InspectorSandbox", "InspectorTestSupport", "RequestFormats"),
        .testTarget(
            name: "InspectorTests",
            dependencies: [
                "CEngineCurl", "CEngineOpenSSL", "CInspectorInotify", "CInspectorMemory", "ClientEngine",
                "ClientEngineRecording", "ClientEngineWireMock", "EngineJSON", "EnginePatterns",
                "EngineSupport", "Inspector", "InspectorCanvas", "InspectorCommandLine", "InspectorGateway",
                "InspectorHTTPServer", "InspectorHistory", "InspectorPrograms", "InspectorSandbox",
                "InspectorScreen", "InspectorTaskFilter", "InspectorTestSupport", "InspectorValues",
                "InspectorWorkspace", "RequestFormats",
            ],
            exclude: ["Golden", "History/Fixtures"], swiftSettings: strict),
        tests(
            "TerminalTests", "CInspectorDeadFolder", "CInspectorPty", "ClientEngine", "ClientEngineRecording",
            "EngineJSON", "Inspector", "InspectorCanvas", "InspectorHTTPServer", "InspectorHistory",
            "InspectorSandbox", "InspectorTestSupport", "InspectorValues"),
        tests(
            "RealServerTests", "ClientEngine", "ClientEngineRecording", "EngineJSON", "EngineSupport",
            "Inspector", "InspectorTestSupport"),
        // Like a user's package, it only sees public declarations, and must import everything that it names.
        .testTarget(
            name: "ReadmeTests",
            dependencies: [
                "ClientEngine", "ClientEngineRecording", "ClientEngineWireMock", "ClientEngineCompatibility",
            ],
            packageAccess: false,
            swiftSettings: strict + [.enableUpcomingFeature("MemberImportVisibility")]),
    ],
    swiftLanguageModes: [.v6]
)

// Restricts the build to some test targets and their dependencies. A sanitizer that only helps some tests need not build the rest.
if let names = Context.environment["INSPECTOR_TEST_TARGETS"]?.split(whereSeparator: \.isWhitespace) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name[...]) }
}
