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
        case authenticator(IdentityBox<any Authenticator>)
    }

    private let hidden: Hidden<Scheme>

    var scheme: Scheme { hidden.secret }

    /// The parts that prove who is asking: the fields that are sent, and the password; an authenticator's are known only when they were
    /// sent.
    package var proofs: (fields: Headers, password: String?) {
        switch scheme {
        case .fields(let fields, _): (fields, nil)
        case .digest(let account): ([:], account.password)
        case .connection(let login): ([:], login.password)
        case .anonymous, .authenticator: ([:], nil)
        }
    }

    private init(scheme: Scheme) {
        hidden = Hidden(scheme)
    }

    /// The login that is bound to a connection; nil for a proof that goes with each request.
    var login: ConnectionLogin? { if case .connection(let login) = scheme { login } else { nil } }

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

    /// NTLM, by a name, which may begin with a domain and a backslash, and a password; it holds for a connection.
    ///
    /// Fails with `unsupported/queue` where the installed libcurl was built without it.
    public static func ntlm(user: String, password: String) -> Credentials {
        Credentials(scheme: .connection(ConnectionLogin(scheme: .ntlm, user: user, password: password)))
    }

    /// Negotiate (SPNEGO, RFC 4559) by the Kerberos ticket that the process finds; it holds for a connection.
    ///
    /// Fails with `unsupported/queue` where the installed libcurl was built without it.
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
        case .authenticator(let reference): String(describing: type(of: reference.object))
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
