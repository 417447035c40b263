import CEngineCurl
import CEngineOpenSSL

/// Provides the certificates of servers.
///
/// It returns equal bytes as the same object, so that all connections to a server share it, and it is parsed at most
/// once.
///
/// Used only on the loop thread. The certificates that it returns may be used on any thread.
final class CertificateCache {
    /// The certificates, with the newest last.
    ///
    /// The capacity exceeds the number of certificates of the servers in use at a time.
    private var recent: [ConnectionRecord.Certificate] = []
    private static let capacity = 128
    /// The chains that servers sent, by their first certificates.
    ///
    /// Since version 8.12, libcurl stores only the first certificate of a session that is resumed later.
    private var chains: [ConnectionRecord.Certificate: [ConnectionRecord.Certificate]] = [:]

    /// Returns the TLS parameters of a transfer's connection with the certificates that the server sent, or `nil`
    /// without TLS.
    func session(of easy: UnsafeMutableRawPointer) -> ConnectionRecord.TLS? {
        guard let session = ccurl_get_openssl(easy) else { return nil }
        let agreed = cossl_agreed(session)
        var tls = ConnectionRecord.TLS(
            version: String(cString: agreed.version), cipher: String(cString: agreed.cipher))
        if agreed.protocol_length > 0 {
            let name = UnsafeBufferPointer(start: agreed.protocol, count: agreed.protocol_length)
            tls.applicationProtocol = String(decoding: name, as: UTF8.self)
        }
        tls.certificates = taken { cossl_sent(session, $0, $1) }
        guard let own = tls.certificates.first, tls.certificates.count > 1 || agreed.is_resumed == 1 else {
            return tls
        }
        if agreed.is_resumed == 1 {
            tls.certificates = chains[own] ?? tls.certificates
        } else {
            if chains.count >= Self.capacity { chains = [:] }
            chains[own] = tls.certificates
        }
        return tls
    }

    /// Returns the certificates of a handshake: the verified chain, or, without one, those that the server sent.
    func certificates(in shown: OpaquePointer) -> [ConnectionRecord.Certificate] {
        taken { cossl_shown_all(shown, $0, $1) }
    }

    func refused(in shown: OpaquePointer) -> ConnectionRecord.Certificate? {
        taken { cossl_shown_refused(shown, $0, $1) }.first
    }

    func certificate(_ der: UnsafeBufferPointer<UInt8>) -> ConnectionRecord.Certificate {
        if let known = recent.last(where: { $0.content.isWritten(der) }) { return known }
        let certificate = ConnectionRecord.Certificate(CertificateContent(der: Array(der)))
        if recent.count >= Self.capacity { recent.removeFirst() }
        recent.append(certificate)
        return certificate
    }

    private func taken(
        _ handOver: (cossl_der_callback, UnsafeMutableRawPointer) -> Void
    ) -> [ConnectionRecord.Certificate] {
        var taking = (cache: self, taken: [ConnectionRecord.Certificate]())
        withUnsafeMutablePointer(to: &taking) { handOver(takeBytes, UnsafeMutableRawPointer($0)) }
        return taking.taken
    }
}

private func takeBytes(_ owner: UnsafeMutableRawPointer?, _ der: UnsafePointer<UInt8>?, _ length: Int) {
    typealias Taking = (cache: CertificateCache, taken: [ConnectionRecord.Certificate])
    guard let taking = owner?.assumingMemoryBound(to: Taking.self) else { return }
    let bytes = UnsafeBufferPointer(start: der, count: length)
    taking.pointee.taken.append(taking.pointee.cache.certificate(bytes))
}
