import CEngineCurl
import CEngineOpenSSL

/// Verifies the certificates in the handshakes of a handle, and stores the result for its transfer.
///
/// Used only on the loop thread, on which libcurl performs handshakes.
final class CertificateVerifier {
    struct Fault {
        var trust: ServerTrust
        /// The verification result of OpenSSL, an `X509_V_ERR_…` number, or 0 for success.
        var verdict: Int
        /// The certificate at which OpenSSL stopped.
        var refused: ConnectionRecord.Certificate?
        var decision: TrustEvaluator.Decision
    }

    /// The result of the last handshake.
    ///
    /// It is `nil` if the server is trusted and nothing else was required, in this session or the one that TLS resumes.
    fileprivate(set) var fault: Fault?
    /// The rules for the certificate of the server, or `nil` before the first exchange.
    private(set) var evaluator: TrustEvaluator?
    private let coordinator: ChallengeCoordinator
    private let certificates: CertificateCache
    /// Called at the start of a handshake.
    ///
    /// Returns whether the peer is a proxy, for which there are no rules.
    var beginsWithProxy: () -> Bool = { false }

    init(coordinator: ChallengeCoordinator, certificates: CertificateCache) {
        self.coordinator = coordinator
        self.certificates = certificates
    }

    func begin(_ evaluator: TrustEvaluator) {
        self.evaluator = evaluator
        fault = nil
    }

    /// Prepares for another exchange with the same rules.
    func beginAgain() {
        fault = nil
    }

    /// The server about which the challenge must decide before anything is sent.
    var question: ServerTrust? { fault?.decision == .ask ? fault?.trust : nil }

    /// Verifies all handshakes of a handle.
    ///
    /// `self` must exist as long as the handle.
    func install(on easy: UnsafeMutableRawPointer) {
        ccurl_set_ssl_callback(easy, Unmanaged.passUnretained(self).toOpaque(), prepareHandshake)
    }

    fileprivate func watch(_ context: UnsafeMutableRawPointer?) -> CURLcode {
        fault = nil
        let handshake = Handshake(
            beginsWithProxy() ? nil : evaluator, coordinator: coordinator, certificates: certificates,
            watch: self
        )
        let held = Unmanaged.passRetained(handshake)
        let host = handshake.evaluator?.host
        guard cossl_watch(context, host, held.toOpaque(), judgeHandshake, releaseHandshake) == 1 else {
            held.release()
            // Without the callback, pins would not be checked.
            return CURLE_OUT_OF_MEMORY
        }
        return CURLE_OK
    }
}

/// The state in the OpenSSL context of a connection, which may outlive the exchange that created it.
private final class Handshake {
    let evaluator: TrustEvaluator?
    private let coordinator: ChallengeCoordinator
    private let certificates: CertificateCache
    private weak var watch: CertificateVerifier?

    init(
        _ evaluator: TrustEvaluator?, coordinator: ChallengeCoordinator, certificates: CertificateCache,
        watch: CertificateVerifier
    ) {
        self.evaluator = evaluator
        self.coordinator = coordinator
        self.certificates = certificates
        self.watch = watch
    }

    func accepts(verdict: Int, _ shown: OpaquePointer) -> Bool {
        // Most servers have no other rules, so nothing else is read.
        if verdict == 0, let evaluator, evaluator.isContentWithTrust { return true }
        let reason = String(cString: cossl_verdict_text(Int32(verdict)))
        let trust = ServerTrust(
            host: evaluator?.host ?? "", port: evaluator?.port ?? 0,
            certificates: certificates.certificates(in: shown),
            verification: verdict == 0 ? .trusted : .refused(code: verdict, reason: reason))
        let decision =
            evaluator?.decide(trust, isAccepted: coordinator.isAccepted(trust))
            ?? (trust.isTrusted ? .accept : .refuse(.untrusted))
        watch?.fault = CertificateVerifier.Fault(
            trust: trust, verdict: verdict, refused: certificates.refused(in: shown), decision: decision)
        return decision == .accept
    }
}

private func prepareHandshake(
    _ easy: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?, _ owner: UnsafeMutableRawPointer?
) -> CURLcode {
    guard let owner else { return CURLE_OK }
    return Unmanaged<CertificateVerifier>.fromOpaque(owner).takeUnretainedValue().watch(context)
}

private func judgeHandshake(_ owner: UnsafeMutableRawPointer?, _ verdict: Int32, _ shown: OpaquePointer?)
    -> Int32
{
    guard let owner, let shown else { return 0 }
    let handshake = Unmanaged<Handshake>.fromOpaque(owner).takeUnretainedValue()
    return handshake.accepts(verdict: Int(verdict), shown) ? 1 : 0
}

private func releaseHandshake(_ owner: UnsafeMutableRawPointer?) {
    if let owner { Unmanaged<Handshake>.fromOpaque(owner).release() }
}
