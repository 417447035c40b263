import EngineHTTP

/// A request as received, before any processing.
package struct ReceivedRequest: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        /// The name in its original spelling.
        package var name: String
        /// The value without surrounding white space.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Returns whether the field has this name, ignoring case.
        package func isNamed(_ other: String) -> Bool {
            name.utf8.count == other.utf8.count
                && name.utf8.elementsEqual(other.utf8) { $0 == $1 || $0.lowercased == $1.lowercased }
        }
    }

    package var method: String
    /// The request target: path and query, or an absolute URL for a proxy.
    package var target: String
    /// The protocol version: `HTTP/1.1` or `HTTP/1.0`.
    package var version: String
    package var headers: [Field]
    package var body: [UInt8] = []
    /// The number of the connection, 1 for the first accepted one.
    package var connection = 0

    package init(method: String, target: String, version: String, headers: [Field]) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
    }

    package func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }

    package func headers(named name: String) -> [String] {
        headers.compactMap { $0.isNamed(name) ? $0.value : nil }
    }

    package func words(in name: String) -> Set<String> {
        Set(headers(named: name).flatMap(Self.words))
    }

    /// Returns whether a comma-separated header contains a word, ignoring case.
    package func lists(_ word: String, in name: String) -> Bool {
        headers.contains { $0.isNamed(name) && Self.words(of: $0.value).contains(word) }
    }

    private static func words(of list: String) -> [String] {
        list.split(separator: ",").map { $0.trimmingOptionalSpace.lowercased() }
    }

    /// Indicates whether the version is HTTP/1.0, which has no chunks and closes connections by default.
    package var isOld: Bool { version == "HTTP/1.0" }

    /// Indicates whether the client wants to keep the connection open.
    package var keepsConnection: Bool {
        !lists("close", in: "Connection") && (!isOld || lists("keep-alive", in: "Connection"))
    }

    /// The persistence that the client requests.
    package var persistence: Persistence { keepsConnection ? .keepAlive : .close }
}

/// The persistence of a connection after a response.
package enum Persistence: Sendable { case keepAlive, close }

package typealias Field = ReceivedRequest.Field

extension UInt8 {
    /// The lower-case form of an ASCII letter.
    ///
    /// Other bytes are unchanged.
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
