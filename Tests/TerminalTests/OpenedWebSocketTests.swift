import EngineJSON
import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("WebSockets within TLS that is opened", .ownThread, .serialized)
struct OpenedWebSocketTests {
    private let folder: TemporaryFolder
    private let scratch: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        scratch = try TemporaryFolder()
    }

    /// Starts a server that echoes every frame without its mask.
    ///
    /// Compressed frames share a context in its direction as well.
    private static func echo() throws -> SandboxServer {
        try SandboxServer.start { connection in
            let isCompressed = connection.readHead()?.header("Sec-WebSocket-Extensions") != nil
            connection.write(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + (isCompressed ? "Sec-WebSocket-Extensions: permessage-deflate\r\n" : "") + "\r\n")
            while true {
                let head = connection.read(6)
                guard head.count == 6 else { return }
                let length = Int(head[1] & 0x7F)
                let payload = length > 0 ? connection.read(length) : []
                let plain = payload.enumerated().map { $1 ^ head[2 + $0 & 3] }
                connection.write([head[0], head[1] & 0x7F] + plain)
                if head[0] == 0x88 { return }
            }
        }
    }

    /// A typical client: it uses the proxy, verifies TLS certificates, and uses masks and compression.
    private static let client = #"""
        import os, socket, ssl, zlib
        from urllib.parse import urlsplit
        proxy, peer = urlsplit(os.environ['https_proxy']), urlsplit(os.environ['PEER'])
        place = f'localhost:{peer.port}'
        offer = 'Sec-WebSocket-Extensions: permessage-deflate\r\n' if os.environ.get('COMPRESSED') else ''
        def receive(connection, count):
            data = b''
            while len(data) < count:
                data += connection.recv(count - len(data)) or exit('the connection has ended')
            return data
        def head(connection):
            text = b''
            while not text.endswith(b'\r\n\r\n'): text += receive(connection, 1)
            return text.split(b'\r\n')[0].decode()
        plain = socket.create_connection((proxy.hostname, proxy.port))
        plain.sendall(f'CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n'.encode())
        assert ' 200 ' in head(plain)
        tls = ssl.create_default_context().wrap_socket(plain, server_hostname='localhost')
        tls.sendall(f'GET /socket HTTP/1.1\r\nHost: {place}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
            f'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{offer}\r\n'.encode())
        assert ' 101 ' in head(tls)
        deflate, inflate = zlib.compressobj(wbits=-15), zlib.decompressobj(wbits=-15)
        def say(first, payload):
            mask = os.urandom(4)
            tls.sendall(bytes([first, 0x80 | len(payload)]) + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))
            return receive(tls, receive(tls, 2)[1])
        for number in range(2):
            text = f'{{"token":"canary-in-frame","number":{number}}}'.encode()
            if offer:
                data = (deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH))[:-4]
                assert number == 0 or len(data) < 20
                print(inflate.decompress(say(0xC1, data) + b'\0\0\xff\xff').decode())
            else:
                print(say(0x81, text).decode())
        say(0x82, b'\x08\x96\x01')
        say(0x88, b'\x03\xe8bye')
        """#

    @Test(
        "show their frames, also compressed ones, and are in the archive as Chrome has them, without secrets",
        arguments: ["", "1"])
    func frames(compressed: String) throws {
        let peer = try Self.echo()
        defer { peer.stop() }
        try folder.write(Self.client, to: "client.py")
        let began = Date().timeIntervalSince1970
        let outcome = try Program.run(
            [
                try BuiltProgram.path(), "watch", "--tls", "localhost", "--cacert", peer.caFile,
                "--har",
                "calls.har", "--", "python3", "client.py",
            ], in: folder.path,
            environment: ProcessInfo.processInfo.environment.filter {
                !$0.key.contains("CERT") && !$0.key.contains("CA_")
            }.merging(["TMPDIR": scratch.path, "PEER": peer.httpsURL, "COMPRESSED": compressed]) { $1 })
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(
            outcome.output == (0...1).map { #"{"token":"canary-in-frame","number":\#($0)}"# + "\n" }.joined())
        #expect(outcome.messages.contains("GET /socket → 101  TLS opened, passed on to "))

        let text = try String(contentsOfFile: folder.path + "/calls.har", encoding: .utf8)
        #expect(!text.contains("canary-in-frame"))
        let entries = try #require(try JSONValue(parsing: text)["log"]?["entries"]?.array)
        #expect(entries.first?["_resourceType"]?.string == "websocket")
        let messages = try #require(entries.first?["_webSocketMessages"]?.array)
        #expect(messages.map { $0["opcode"]?.int } == [1, 1, 1, 1, 2, 2, 8, 8])
        #expect(
            messages.map { $0["type"]?.string } == (0..<8).map { $0 % 2 == 0 ? "send" : "receive" })
        let times = messages.compactMap { $0["time"]?.double }
        #expect(times == times.sorted() && times.count == 8)
        #expect(times.allSatisfy { $0 > began - 1 && $0 < Date().timeIntervalSince1970 + 1 })
        let data = messages.compactMap { $0["data"]?.string }
        #expect(data[2].hasSuffix(#"","number":1}"#) && data[2].contains("<redacted:"))
        #expect(data[4] == "CJYB" && data[6] == Data([3, 232] + Array("bye".utf8)).base64EncodedString())

        // When the archive is opened, the frames are rows of the body.
        let session = try InspectorSession([folder.path + "/calls.har"], columns: 120, rows: 30)
        try session.see("/socket")
        try session.press("\r2")
        try session.see("out text")
        try session.see(#","number":1}"#)
        try session.see(#"\x08\x96\x01"#)
        try session.see("1000 bye")
        _ = try session.quit()
    }
}
