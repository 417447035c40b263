import CEngineCurl
import Glibc

/// The data of a failed exchange, from libcurl and from the engine, from which a ``ClientError`` is made.
struct CurlFailure {
    var code: CURLcode
    /// The content of libcurl's error buffer.
    var text: String
    var systemError: Int32
    var phase: Phase
    var hasHead: Bool
    /// The server: host and port, or the path of its Unix socket with words that say so.
    var target: String
    var isUnixSocket = false
    var elapsed: Duration
    var bytesReceived: Int
    var certificate = TLSFailure.Evidence()
    /// The proxy, without its credentials.
    var proxy: String?
    /// Indicates whether the failed handshake was with the proxy.
    var isHandshakeWithProxy = false

    /// The error, including the code and the message of libcurl.
    var error: ClientError {
        var (kind, phase) = classified
        if kind == .tls, isHandshakeWithProxy { kind = .proxy }
        var error = ClientError(kind, phase, message(kind, phase), advice: advice(kind))
        error.curlCode = Int(code.rawValue)
        error.curlMessage = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        error.elapsed = elapsed
        error.bytesReceived = bytesReceived
        return error
    }

    private var classified: (ClientError.Kind, Phase) {
        if code == CURLE_OPERATION_TIMEDOUT { return (.timeout, phase) }
        if isTheProxys { return (.proxy, .connect) }
        if isAlert { return (.tls, .tls) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return (.resolve, .dns)
        case CURLE_COULDNT_RESOLVE_PROXY: return (.proxy, .dns)
        case CURLE_COULDNT_CONNECT: return (isOutOfDescriptors ? .io : .connect, .connect)
        case CURLE_PROXY: return (.proxy, .connect)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            return (.tls, .tls)
        case CURLE_GOT_NOTHING: return (.connectionLost, .wait)
        case CURLE_PARTIAL_FILE: return hasHead ? (.truncated, .receive) : (.connectionLost, .wait)
        case CURLE_READ_ERROR, CURLE_SEND_FAIL_REWIND: return (.io, .send)
        case CURLE_OUT_OF_MEMORY, .tooLarge: return (.limit, .receive)
        case CURLE_UNSUPPORTED_PROTOCOL where phase < .send: return (.unsupported, .queue)
        case CURLE_UNSUPPORTED_PROTOCOL: return (.protocolViolation, .wait)
        case CURLE_URL_MALFORMAT: return (.invalidRequest, .queue)
        case CURLE_SEND_ERROR: return (.connectionLost, phase == .receive ? .receive : .send)
        case CURLE_BAD_FUNCTION_ARGUMENT where phase < .send: return (.tls, .tls)
        // A folded line that continues no field. libcurl reports an internal error.
        case CURLE_BAD_FUNCTION_ARGUMENT: return (.protocolViolation, .receive)
        case CURLE_RECV_ERROR: return receiveFailure
        default: return (.protocolViolation, max(.wait, phase))
        }
    }

    /// Indicates whether the proxy failed: it cannot be reached, or does not forward the request.
    private var isTheProxys: Bool {
        if code == CURLE_COULDNT_CONNECT, proxy != nil, !isOutOfDescriptors { return true }
        return text.contains("CONNECT tunnel failed") || text.contains("Proxy CONNECT")
    }

    /// Indicates whether the server rejected the client's side of the handshake, which with TLS 1.3 has already ended
    /// for the client.
    private var isAlert: Bool {
        !hasHead && text.contains("SSL routines") && text.contains(" alert ")
    }

    /// Indicates whether the process or the system has no descriptor left for a socket.
    private var isOutOfDescriptors: Bool { systemError == EMFILE || systemError == ENFILE }

    private var preparation: TLSFailure.Preparation? {
        switch code {
        case CURLE_SSL_CERTPROBLEM, CURLE_BAD_FUNCTION_ARGUMENT: .certificate
        case CURLE_SSL_CACERT_BADFILE: .authorities
        default: nil
        }
    }

    private var tls: TLSFailure {
        let peer = isHandshakeWithProxy ? TLSFailure.Peer.proxy(proxy ?? "") : .server(target)
        return TLSFailure(
            text: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text,
            preparation: preparation, peer: peer,
            evidence: certificate)
    }

    /// libcurl's "failure receiving" includes lost connections, invalid chunks and oversized heads.
    private var receiveFailure: (ClientError.Kind, Phase) {
        if text.contains("Out of memory") { return (.limit, .receive) }
        if text.contains("bad record mac") { return (.tls, max(.wait, phase)) }
        if text.contains("chunk") { return (.protocolViolation, .receive) }
        if text.contains("Too large response headers") { return (.limit, .receive) }
        // nghttp2 stores too many responses to frames that require one.
        if text.contains("Flooding was detected") { return (.limit, .receive) }
        if phase == .tls { return (.tls, .tls) }
        return hasHead ? (.truncated, .receive) : (.connectionLost, max(.wait, phase))
    }

    /// The target without its port.
    private var host: Substring {
        target.utf8.lastIndex(of: UInt8(ascii: ":")).map { target[..<$0] } ?? target[...]
    }

    private func message(_ kind: ClientError.Kind, _ phase: Phase) -> String {
        let reason = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        switch kind {
        case .resolve: return "\(host) could not be resolved"
        case .connect where systemError == ECONNREFUSED: return "connection refused by \(target)"
        case .connect where isUnixSocket && systemError != 0:
            return "cannot connect to \(target): \(String(cString: strerror(systemError)))"
        case .connect: return "cannot connect to \(target): \(reason)"
        case .connectionLost where phase < .receive:
            return "\(target) closed the connection without an answer"
        case .connectionLost: return "the connection to \(target) was lost inside the response's head"
        case .truncated: return "the response ended early, after \(bytesReceived) bytes of its body"
        case .tls: return tls.message
        case .proxy where isHandshakeWithProxy: return tls.message
        case .io where isOutOfDescriptors: return "there are too many open files to connect to \(target)"
        case .proxy: return "the proxy does not lead to \(target): \(reason)"
        case .protocolViolation: return "\(target) did not answer in proper HTTP: \(reason)"
        case .limit where reason.contains("emory"):
            return "a line of the response's head, or of its trailers, is too long"
        case .limit: return "the response's head is too large: \(reason)"
        default: return reason
        }
    }

    private func advice(_ kind: ClientError.Kind) -> ClientError.Advice? {
        switch kind {
        case .resolve: .giveAddress
        case .connect where isUnixSocket && (systemError == EACCES || systemError == EPERM):
            .other("ask for permission to use it, for instance by membership in its group")
        case .connect where isUnixSocket: .other("check that the server runs and the path is right")
        case .connect: .other("check that the server runs and the port is right")
        case .tls: tls.advice
        case .proxy where isHandshakeWithProxy: tls.advice
        case .io where isOutOfDescriptors:
            .other("allow more of them with ulimit -n, or send fewer requests at once")
        case .proxy: .checkProxy
        case .protocolViolation where text.contains("HTTP/0.9"):
            .other("this port may speak another protocol, or TLS")
        default: nil
        }
    }
}

extension CURLcode {
    /// `CURLE_TOO_LARGE`, with which libcurl reports an oversized head since version 8.6.
    ///
    /// Older headers do not define it.
    fileprivate static let tooLarge = CURLcode(100)
}
