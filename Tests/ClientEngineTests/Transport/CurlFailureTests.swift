import CEngineCurl
import Glibc
import Testing

@testable import ClientEngine

@Suite("What libcurl's failures are called")
struct CurlFailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var code: CURLcode
        var phase: Phase
        var hasHead: Bool
        var systemError: Int32
        var text: String
        var label: String
        var testDescription: String { "\(code.rawValue) in \(phase.rawValue) is \(label)" }

        init(
            _ code: CURLcode, _ label: String, in phase: Phase = .wait, hasHead: Bool = false,
            systemError: Int32 = 0, text: String = ""
        ) {
            self.code = code
            self.label = label
            self.phase = phase
            self.hasHead = hasHead
            self.systemError = systemError
            self.text = text
        }
    }

    static let cases = [
        Case(CURLE_COULDNT_RESOLVE_HOST, "resolve/dns", in: .dns),
        Case(CURLE_COULDNT_RESOLVE_PROXY, "proxy/dns", in: .dns),
        Case(CURLE_COULDNT_CONNECT, "connect/connect", in: .connect, systemError: ECONNREFUSED),
        Case(CURLE_COULDNT_CONNECT, "connect/connect", in: .dns, systemError: EHOSTUNREACH),
        Case(CURLE_COULDNT_CONNECT, "io/connect", in: .connect, systemError: EMFILE),
        Case(CURLE_PROXY, "proxy/connect", in: .connect),
        Case(CURLE_RECV_ERROR, "proxy/connect", in: .connect, text: "CONNECT tunnel failed, response 407"),
        Case(
            CURLE_RECV_ERROR, "tls/tls", in: .wait,
            text: "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0"),
        Case(CURLE_OPERATION_TIMEDOUT, "timeout/tls", in: .tls),
        Case(CURLE_OPERATION_TIMEDOUT, "timeout/receive", in: .receive),
        Case(CURLE_SSL_CONNECT_ERROR, "tls/tls", in: .tls),
        Case(CURLE_PEER_FAILED_VERIFICATION, "tls/tls", in: .tls),
        Case(CURLE_SSL_CACERT_BADFILE, "tls/tls", in: .connect),
        Case(CURLE_SSL_CERTPROBLEM, "tls/tls", in: .connect),
        Case(CURLE_GOT_NOTHING, "connectionLost/wait"),
        Case(CURLE_SEND_ERROR, "connectionLost/send", in: .send),
        Case(CURLE_SEND_ERROR, "connectionLost/receive", in: .receive),
        Case(CURLE_RECV_ERROR, "connectionLost/wait"),
        Case(CURLE_RECV_ERROR, "connectionLost/wait", in: .send),
        Case(CURLE_RECV_ERROR, "connectionLost/receive", in: .receive),
        Case(CURLE_RECV_ERROR, "truncated/receive", in: .receive, hasHead: true),
        Case(CURLE_RECV_ERROR, "tls/tls", in: .tls),
        Case(CURLE_RECV_ERROR, "protocol/receive", in: .receive, hasHead: true, text: "Illegal chunk"),
        Case(
            CURLE_RECV_ERROR, "limit/receive", in: .receive,
            text: "Too large response headers: 1 > 0"),
        Case(
            CURLE_RECV_ERROR, "limit/receive", in: .wait,
            text:
                "nghttp2_session_mem_recv() returned -904:Flooding was detected in this HTTP/2 session, and it must be closed"
        ),
        Case(
            CURLE_RECV_ERROR, "limit/receive", in: .receive, hasHead: true,
            text: "Out of memory in chunked-encoding"),
        Case(
            CURLE_RECV_ERROR, "tls/wait",
            text: "SSL_read: error:0A000119:SSL routines::decryption failed or bad record mac"),
        Case(CURLE_PARTIAL_FILE, "truncated/receive", in: .receive, hasHead: true),
        Case(CURLE_READ_ERROR, "io/send", in: .send),
        Case(CURLE_SEND_FAIL_REWIND, "io/send", in: .wait),
        Case(CURLE_OUT_OF_MEMORY, "limit/receive", in: .receive),
        Case(CURLcode(100), "limit/receive", in: .receive, text: "Too large response headers: 1 > 0"),
        Case(CURLE_BAD_FUNCTION_ARGUMENT, "tls/tls", in: .connect),
        Case(CURLE_BAD_FUNCTION_ARGUMENT, "protocol/receive", in: .receive),
        Case(CURLE_UNSUPPORTED_PROTOCOL, "unsupported/queue", in: .queue),
        Case(CURLE_UNSUPPORTED_PROTOCOL, "protocol/wait", in: .wait),
        Case(CURLE_URL_MALFORMAT, "invalidRequest/queue", in: .queue),
        Case(CURLE_WEIRD_SERVER_REPLY, "protocol/wait", in: .connect),
        Case(CURLE_HTTP2, "protocol/wait", in: .wait),
        Case(CURLE_HTTP2_STREAM, "protocol/receive", in: .receive),
        Case(CURLE_BAD_CONTENT_ENCODING, "protocol/receive", in: .receive),
    ]

    @Test("each code has its kind and phase, and is kept", arguments: cases)
    func classified(example: Case) {
        let error = failure(example).error
        #expect(error.label == example.label)
        #expect(error.curlCode == Int(example.code.rawValue))
        #expect(error.curlMessage?.isEmpty == false)
        #expect(!error.message.isEmpty)
        #expect(error.elapsed == .seconds(2))
        #expect(error.bytesReceived == 7)
    }

    @Test("libcurl's words are kept; where it has none, its name for the code stands in")
    func text() {
        let spoken = failure(Case(CURLE_SSL_CONNECT_ERROR, "", in: .tls, text: "wrong version number")).error
        #expect(spoken.curlMessage == "wrong version number")
        #expect(spoken.message == "a.test:443 does not speak TLS")
        #expect(spoken.hint == "this port seems to speak plain HTTP: try http://")
        #expect(
            failure(Case(CURLE_GOT_NOTHING, "")).error.curlMessage
                == "Server returned nothing (no headers, no data)"
        )
    }

    @Test("a refused connection says so and names the target")
    func refused() {
        let error = failure(Case(CURLE_COULDNT_CONNECT, "", in: .connect, systemError: ECONNREFUSED)).error
        #expect(error.message == "connection refused by a.test:443")
        #expect(error.hint == "check that the server runs and the port is right")
    }

    private func failure(_ example: Case) -> CurlFailure {
        CurlFailure(
            code: example.code, text: example.text, systemError: example.systemError, phase: example.phase,
            hasHead: example.hasHead, target: "a.test:443", elapsed: .seconds(2), bytesReceived: 7)
    }
}
