import HTTPValues

/// A request as it arrived, before anything was made of it.
package struct ReceivedRequest: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        /// The name in the spelling that was sent.
        package var name: String
        /// The value without the white space around it.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var method: String
    /// The request target: path and query, or a whole URL when a proxy was meant.
    package var target: String
    /// The protocol version: `HTTP/1.1` or `HTTP/1.0`.
    package var version: String
    package var headers: [Field]
    package var body: [UInt8] = []
    /// The number of the connection: 1 for the first that was accepted.
    package var connection = 0

    package init(method: String, target: String, version: String, headers: [Field]) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
    }

    package func header(_ name: String) -> String? {
        headers(named: name).first
    }

    package func headers(named name: String) -> [String] {
        let name = name.lowercased()
        return headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    package func words(in name: String) -> Set<String> {
        Set(
            headers(named: name).flatMap { $0.split(separator: ",") }.map {
                $0.trimmingOptionalSpace.lowercased()
            })
    }

    /// Returns whether a comma-separated header contains a word; case does not matter.
    package func lists(_ word: String, in name: String) -> Bool {
        words(in: name).contains(word)
    }

    /// Indicates whether it is of the version that knows no chunks, and whose connections close unless told otherwise.
    package var isOld: Bool { version == "HTTP/1.0" }

    /// Indicates whether the client wants to send more on the connection.
    package var keepsConnection: Bool {
        !lists("close", in: "Connection") && (!isOld || lists("keep-alive", in: "Connection"))
    }

    /// The persistence of the connection that the client asks for.
    package var persistence: Persistence { keepsConnection ? .keepAlive : .close }
}

/// The persistence of a connection, behind a response on it.
package enum Persistence: Sendable { case keepAlive, close }

package typealias Field = ReceivedRequest.Field
