/// Everything a transport needs to run one exchange.
struct ExchangeOrder: Sendable, Equatable {
    var method: Method
    var url: RequestURL
    var headers: Headers
    var body: Body
    var deadlines: Deadlines
    /// Whether a server at a public address sent us there with a redirect.
    var isFromPublicAddress = false
}
