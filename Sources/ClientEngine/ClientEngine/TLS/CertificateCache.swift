import CEngineCurl
import CEngineOpenSSL

/// Hands out the certificates that servers show: the same bytes as the same certificate, so that all connections to a
/// server hold one, which is read once at most.
///
/// Lives on the loop thread; what it hands out may go anywhere.
final class CertificateCache {
    /// The newest last; more than the servers show that a client speaks with at a time.
    private var recent: [ConnectionRecord.Certificate] = []
    private static let capacity = 128
    /// The chains that servers sent, by their first certificates.
    ///
    /// Since version 8.12, libcurl keeps only the first certificate of a session that is resumed later.
    private var chains: [ConnectionRecord.Certificate: [ConnectionRecord.Certificate]] = [:]

    /// Returns what was agreed on with the server of a transfer's connection, and the certificates it sent; `nil` without TLS.
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

    /// Returns the certificates of a handshake: the chain that was verified, or else what the server sent.
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
