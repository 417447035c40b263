import EngineJSON
import HTTPValues

extension Mock {
    /// Which requests a mock answers: those that agree with every part.
    public struct Match: Sendable, Hashable {
        /// The methods.
        package var methods: Methods
        /// The address.
        package var address: Address
        /// The scheme; nil is any.
        package var scheme: String?
        /// What the host has to be; nil is any.
        package var host: ValueMatcher?
        /// The port; nil is any.
        package var port: Int?
        /// What the address of the client has to be; nil is any, and requests of this process have `127.0.0.1`.
        package var clientIP: ValueMatcher?
        /// What the names in the address have to stand for.
        package var pathParameters: [Condition] = []
        /// Parameters that the query must have, among others; names and values are decoded.
        package var query: [Condition] = []
        /// Fields that the request must have, among others.
        package var headers: [Condition] = []
        /// Cookies that the request must carry, among others.
        package var cookies: [Condition] = []
        /// Parameters that a body of the type `application/x-www-form-urlencoded` must have, among others.
        package var form: [Condition] = []
        /// Who the request must say that it comes from (RFC 7617).
        package var login: Login?
        /// What the body must be; all of these accept it.
        package var body: [ValueMatcher] = []

        /// Creates a match.
        package init(method: HTTPMethod? = nil, address: Address) {
            methods = method.map { .only($0) } ?? .any
            self.address = address
        }

        /// The one method; nil where it can be another, and setting nil lets every method in.
        package var method: HTTPMethod? {
            get { if case .only(let method) = methods { method } else { nil } }
            set { methods = newValue.map { .only($0) } ?? .any }
        }
    }

    /// Which methods a match lets in; capitals do not matter.
    package enum Methods: Sendable, Hashable {
        /// Every one.
        case any
        /// This one.
        case only(HTTPMethod)
        /// One of these.
        case oneOf([HTTPMethod])
        /// All but these.
        case noneOf([HTTPMethod])
    }

    /// A name and a password, as Basic authentication sends them.
    package struct Login: Sendable, Hashable {
        /// The name.
        package var user: String
        /// The password.
        package var password: String

        /// Creates a login.
        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// A parameter of a query or a form.
    package struct Parameter: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The value.
        package var value: String

        /// Creates a parameter.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A JSON value that a body is compared with: numbers by value, members in any order.
    ///
    /// Texts `${json-unit.any-string}`, `any-number`, `any-boolean`, `ignore` and `regex}…` in it stand for what they say.
    package struct JSONBody: Sendable, Hashable {
        /// What is expected.
        package var value: JSONValue
        /// Whether elements may come in any order.
        package var ignoresArrayOrder: Bool
        /// Whether the body may have members and elements that are not expected.
        package var ignoresExtraElements: Bool

        /// Creates an expectation; without the two it is that of WireMock's `equalToJson`, which is strict.
        package init(_ value: JSONValue, ignoresArrayOrder: Bool = false, ignoresExtraElements: Bool = false)
        {
            self.value = value
            self.ignoresArrayOrder = ignoresArrayOrder
            self.ignoresExtraElements = ignoresExtraElements
        }
    }
}
