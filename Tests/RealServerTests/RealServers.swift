import Foundation

/// The servers and the program under test, where `scripts/servers` and `scripts/test` name them.
enum RealServers {
    static let nginx = ProcessInfo.processInfo.environment["INSPECTOR_NGINX_URL"] ?? ""
    static let httpbin = ProcessInfo.processInfo.environment["INSPECTOR_HTTPBIN_URL"] ?? ""
    static let binary = ProcessInfo.processInfo.environment["INSPECTOR_BINARY"] ?? ""

    static var areUp: Bool { !nginx.isEmpty && !httpbin.isEmpty }
    static var haveBinary: Bool { areUp && !binary.isEmpty }
}
