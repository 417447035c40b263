import ClientEngine

extension MockReference {
    /// The name of the mock, and for a forwarding mock the server that it forwards to.
    package var text: String { name + forwarding }

    /// A phrase with the server that the mock forwards to, or an empty text if the mock answers by itself.
    package var forwarding: String { server.map { ", passed on to \($0)" } ?? "" }
}
