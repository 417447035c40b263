import Glibc
import InspectorHTTPServer
import Testing

@testable import InspectorGateway

@Suite("The system's word on a connection")
struct SocketDiagnosisTests {
    @Test("is the number of the socket at the other end, and none where there is no connection")
    func inode() throws {
        let listener = try Socket.listening(port: 0)
        defer { listener.close() }
        let client = Socket(descriptor: socket(AF_INET, Socket.streamType, 0))
        defer { client.close() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = listener.localPort.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // The kernel completes the connection before the server accepts it.
        let status = withUnsafeBytes(of: &address) { bytes in
            connect(
                client.descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(bytes.count))
        }
        try #require(status == 0)
        var facts = stat()
        try #require(fstat(client.descriptor, &facts) == 0)
        let found = SocketDiagnosis.inode(ofPeer: client.localPort, at: listener.localPort)
        #expect(found == Int(facts.st_ino))
        #expect(SocketDiagnosis.inode(ofPeer: client.localPort, at: 1) == nil)
    }
}
