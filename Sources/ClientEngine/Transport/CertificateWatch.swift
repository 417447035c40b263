import CCurl
import COpenSSL
import Foundation

/// Remembers the certificate that OpenSSL refused, of which libcurl keeps nothing.
///
/// Lives on the loop thread, where libcurl shakes hands. OpenSSL's context holds it too, because a connection may live
/// longer than the exchange that made it.
final class CertificateWatch {
    fileprivate(set) var refused: Connection.Certificate?

    /// Begins anew, for another exchange.
    func forget() {
        refused = nil
    }

    /// Has every handshake of a handle watched; `self` must live as long as the handle.
    func install(on easy: UnsafeMutableRawPointer) {
        ccurl_set_ssl_callback(easy, Unmanaged.passUnretained(self).toOpaque(), prepareHandshake)
    }
}

private func prepareHandshake(
    _ easy: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?, _ owner: UnsafeMutableRawPointer?
) -> CURLcode {
    guard let owner else { return CURLE_OK }
    let held = Unmanaged<CertificateWatch>.fromOpaque(owner).retain()
    if cossl_watch_refusals(context, owner, noteRefusal, releaseWatch) == 0 { held.release() }
    return CURLE_OK
}

private func noteRefusal(_ owner: UnsafeMutableRawPointer?, _ refused: UnsafePointer<cossl_refused>?) {
    guard let owner, let refused = refused?.pointee else { return }
    Unmanaged<CertificateWatch>.fromOpaque(owner).takeUnretainedValue().refused = Connection.Certificate(
        subject: String(cString: refused.subject), issuer: String(cString: refused.issuer),
        validity: (
            Date(timeIntervalSince1970: Double(refused.not_before)),
            Date(timeIntervalSince1970: Double(refused.not_after))
        ))
}

private func releaseWatch(_ owner: UnsafeMutableRawPointer?) {
    if let owner { Unmanaged<CertificateWatch>.fromOpaque(owner).release() }
}
