import Foundation

/// The servers and the program under test, provided by `scripts/servers` and `scripts/test`.
enum RealServers {
    static let nginx = ProcessInfo.processInfo.environment["INSPECTOR_NGINX_URL"] ?? ""
    /// The same nginx with HTTP/2 over TLS.
    static let secureNginx = ProcessInfo.processInfo.environment["INSPECTOR_NGINX_TLS_URL"] ?? ""
    /// The same nginx with at most 3 requests per connection.
    static let briefNginx = ProcessInfo.processInfo.environment["INSPECTOR_NGINX_BRIEF_URL"] ?? ""
    /// The file with nginx's certificate.
    static let authority = ProcessInfo.processInfo.environment["INSPECTOR_NGINX_CA"] ?? ""
    /// The folder of the Unix sockets `plain` and `tls` that nginx listens on.
    static let sockets = ProcessInfo.processInfo.environment["INSPECTOR_NGINX_SOCKETS"] ?? ""
    static let httpbin = ProcessInfo.processInfo.environment["INSPECTOR_HTTPBIN_URL"] ?? ""
    /// A Python with the packages requests, httpx and wiremock.
    static let python = ProcessInfo.processInfo.environment["INSPECTOR_PYTHON"] ?? ""
    /// Verifies signatures with botocore, and NTLM logins with pyspnego: scripts/login-server.
    static let login = ProcessInfo.processInfo.environment["INSPECTOR_LOGIN_URL"] ?? ""
    /// Apache with mod_auth_gssapi in a Kerberos realm.
    ///
    /// This process has a ticket of its user ann.
    static let kerberos = ProcessInfo.processInfo.environment["INSPECTOR_KERBEROS_URL"] ?? ""
    static let binary = ProcessInfo.processInfo.environment["INSPECTOR_BINARY"] ?? ""

    static var areUp: Bool { !nginx.isEmpty && !httpbin.isEmpty }
    static var speakHTTP2: Bool { areUp && !secureNginx.isEmpty && !briefNginx.isEmpty }
    static var havePython: Bool { haveBinary && !python.isEmpty }
    static var haveBinary: Bool { areUp && !binary.isEmpty }
}
