internal import EngineSupport
import FoundationEssentials

/// Proves to a server who sends a request.
///
/// Set on a request, or on a client for all requests inside of its base URL. Fields that credentials bring replace
/// those of the same name. They never follow a redirect out of the scope they were given for.
public struct Credentials: Sendable, Hashable {
    enum Scheme: Sendable, Hashable {
        case anonymous
        case fields(Headers, title: String)
        case digest(DigestAccount)
        case connection(ConnectionLogin)
        case aws(AWSKey)
        case authenticator(IdentityBox<any Authenticator>)
    }

    private let hidden: Hidden<Scheme>

    var scheme: Scheme { hidden.secret }

    /// The fields that are sent, and the secrets that are not; those of an authenticator are unknown before it is asked.
    package var proofs: (fields: Headers, secrets: [String]) {
        switch scheme {
        case .fields(let fields, _): (fields, [])
        case .digest(let account): ([:], [account.password])
        case .connection(let login): ([:], [login.password])
        case .aws(let key): ([:], [key.secretAccessKey] + (key.sessionToken.map { [$0] } ?? []))
        case .anonymous, .authenticator: ([:], [])
        }
    }

    private init(scheme: Scheme) {
        hidden = Hidden(scheme)
    }

    /// The login that is bound to a connection; nil for a proof that goes with each request.
    var connectionLogin: ConnectionLogin? { if case .connection(let login) = scheme { login } else { nil } }

    /// Proves nothing: for a request that must go out without the client's credentials.
    public static let anonymous = Credentials(scheme: .anonymous)

    /// Returns credentials of a name and a password, sent with every request (RFC 7617).
    public static func basic(user: String, password: String) -> Credentials {
        let pair = Data("\(user):\(password)".utf8).base64EncodedString()
        return fields(["Authorization": "Basic \(pair)"], "Basic for “\(user)”")
    }

    /// Returns credentials of a token, sent with every request (RFC 6750).
    public static func bearer(_ token: String) -> Credentials {
        fields(["Authorization": "Bearer \(token)"], "Bearer")
    }

    /// Returns credentials of any fields, sent with every request: an API key, for example.
    ///
    /// The request alone determines `Content-Type`, `Content-Length`, `Transfer-Encoding` and `Accept`.
    public static func headers(_ fields: Headers) -> Credentials {
        Self.fields(fields, fields.map(\.name).joined(separator: ", "))
    }

    /// Returns credentials of a name and a password that are never sent, only what was computed of them (RFC 7616: MD5, SHA-256,
    /// SHA-512-256).
    ///
    /// A server has to ask first, so that each task begins with an exchange that is refused.
    public static func digest(user: String, password: String) -> Credentials {
        Credentials(scheme: .digest(DigestAccount(user: user, password: password)))
    }

    /// Returns credentials of a key that signs each exchange for Amazon Web Services (Signature Version 4).
    ///
    /// A retry and a redirect within the origin get a signature of their own, at the time of the client's clock. The signature covers the
    /// body: a file is read twice. A stream has no digest: S3 takes it unsigned over TLS, and any other request with one fails with
    /// `auth/queue`, unless the request sets `X-Amz-Content-Sha256`. The same error says that the service is unknown.
    public static func aws(_ key: AWSKey) -> Credentials {
        Credentials(scheme: .aws(key))
    }

    /// Returns credentials for NTLM: a name, which may begin with a domain and a backslash, and a password that is never sent.
    ///
    /// libcurl logs in on the connection, which serves requests of the same login only. The request is sent with HTTP/1.1. It fails with
    /// `unsupported/queue` if the installed libcurl was built without NTLM.
    public static func ntlm(user: String, password: String) -> Credentials {
        Credentials(scheme: .connection(ConnectionLogin(scheme: .ntlm, user: user, password: password)))
    }

    /// Credentials for Negotiate (SPNEGO, RFC 4559): the Kerberos ticket of the process, as `kinit` gets it.
    ///
    /// libcurl logs in on a connection that serves no other request. The request is sent with HTTP/1.1. It fails with
    /// `unsupported/queue` if the installed libcurl was built without Negotiate.
    public static let negotiate = Credentials(
        scheme: .connection(ConnectionLogin(scheme: .negotiate, user: "", password: "")))

    /// Proof from an authenticator, which is asked before every exchange; equal only to credentials with the same instance.
    public static func authenticator(_ authenticator: any Authenticator) -> Credentials {
        Credentials(scheme: .authenticator(IdentityBox(authenticator)))
    }

    private static func fields(_ fields: Headers, _ title: String) -> Credentials {
        Credentials(scheme: .fields(fields, title: title))
    }
}

extension Credentials: CustomStringConvertible {
    /// The kind of proof, without what is secret about it.
    public var description: String {
        switch scheme {
        case .anonymous: "none"
        case .fields(_, let title): title
        case .digest(let account): "Digest for “\(account.user)”"
        case .connection(let login):
            login.user.isEmpty ? login.scheme.rawValue : "\(login.scheme.rawValue) for “\(login.user)”"
        case .aws(let key): "AWS for “\(key.accessKeyID)”"
        case .authenticator(let reference): String(describing: type(of: reference.object))
        }
    }
}

extension Credentials {
    /// A login that the client carries out: its secrets are not sent.
    public enum Login: Sendable, Hashable {
        /// See ``Credentials/digest(user:password:)``.
        case digest(user: String, password: String)
        /// See ``Credentials/ntlm(user:password:)``.
        case ntlm(user: String, password: String)
        /// See ``Credentials/negotiate``.
        case negotiate
        /// See ``Credentials/aws(_:)``.
        case aws(AWSKey)
    }

    /// The login, for formats that write requests; `nil` if the credentials are header fields, an authenticator or ``anonymous``.
    public var login: Login? {
        switch scheme {
        case .digest(let account): .digest(user: account.user, password: account.password)
        case .connection(let login) where login.scheme == .ntlm:
            .ntlm(user: login.user, password: login.password)
        case .connection: .negotiate
        case .aws(let key): .aws(key)
        case .anonymous, .fields, .authenticator: nil
        }
    }

    /// Creates the credentials of a login.
    public init(_ login: Login) {
        self =
            switch login {
            case .digest(let user, let password): .digest(user: user, password: password)
            case .ntlm(let user, let password): .ntlm(user: user, password: password)
            case .negotiate: .negotiate
            case .aws(let key): .aws(key)
            }
    }
}

extension Credentials {
    /// The credentials that no request started in this Swift task takes from its client.
    @TaskLocal static var allSuppressed: [Credentials] = []

    /// Runs the body with these credentials hidden: requests started inside do not take them from their client.
    ///
    /// May be nested. An authenticator that sends requests of its own hides itself this way, so that they do not wait
    /// for the proof they are to fetch. A request that names the credentials itself still sends them.
    public func suppress<Value>(during body: () async throws -> Value) async rethrows -> Value {
        try await Self.$allSuppressed.withValue(Self.allSuppressed + [self], operation: body)
    }

    /// Runs the body with these credentials hidden, as the asynchronous form does.
    public func suppress<Value>(during body: () throws -> Value) rethrows -> Value {
        try Self.$allSuppressed.withValue(Self.allSuppressed + [self], operation: body)
    }
}

/// A name and a password that are proved without being sent; see ``Credentials/digest(user:password:)``.
struct DigestAccount: Sendable, Hashable {
    var user: String
    var password: String
}
