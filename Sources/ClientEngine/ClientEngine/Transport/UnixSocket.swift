import CEngineCurl

/// A Unix socket that a server listens on.
struct UnixSocket: Sendable, Hashable {
    var path: String

    /// The number of bytes that fit into `sun_path`, without its end.
    private static let longestPath = 107

    /// Throws if no connection can be made to such a path, or by this libcurl.
    func check(features: Int32 = curl_version_info(CURLVERSION_FIRST).pointee.features) throws(ClientError) {
        guard features & CURL_VERSION_UNIX_SOCKETS != 0 else {
            throw ClientError(
                .unsupported, .queue, "the installed libcurl cannot connect to Unix sockets",
                hint: "install a libcurl that was built with UnixSockets")
        }
        guard path.utf8.count <= Self.longestPath else {
            throw ClientError(
                .invalidRequest, .queue,
                "the path of the Unix socket has \(path.utf8.count) bytes, and \(Self.longestPath) are the most",
                hint: "use a shorter path, such as a link or one that starts at the working directory")
        }
        guard !path.utf8.contains(0) else {
            throw ClientError(
                .invalidRequest, .queue, "the path of the Unix socket has a NUL in it",
                hint: "name a socket in the file system; abstract sockets are not supported")
        }
    }
}

/// A server that is reached by a Unix socket.
///
/// Neither end of its connections has a number, so that libcurl shows the same two ends for all of them.
struct UnixServer: Sendable, Hashable {
    var socket: UnixSocket
    var scheme: String
    var authority: String
}

extension ExchangeRequest {
    /// The server that it goes to by a Unix socket; `nil` over TCP.
    var unixServer: UnixServer? {
        self.unixSocket.map {
            UnixServer(socket: $0, scheme: self.url.scheme, authority: String(self.url.authority))
        }
    }
}
