import CEngineCurl
import CEngineOpenSSL

/// Stands in the handshakes of a handle: has what a server shows judged, and remembers it for the transfer it serves.
///
/// Lives on the loop thread, where libcurl shakes hands.
final class CertificateVerifier {
    struct Fault {
        var trust: ServerTrust
        /// OpenSSL's verdict, an `X509_V_ERR_…` number; 0 for none.
        var verdict: Int
        /// The certificate that OpenSSL stopped at.
        var refused: ConnectionRecord.Certificate?
        var decision: TrustEvaluator.Decision
    }

    /// The newest handshake's; nil where it needs no words: the server is trusted, and nothing else was asked, now or in
    /// the earlier session that TLS goes on with.
    fileprivate(set) var fault: Fault?
    /// The rule that the server's certificate has to satisfy; nil before the first exchange.
    private(set) var evaluator: TrustEvaluator?
    private let coordinator: ChallengeCoordinator
    private let certificates: CertificateCache
    /// Called when a handshake begins; returns whether it is with a proxy, which no rule is about.
    var beginsWithProxy: () -> Bool = { false }

    init(coordinator: ChallengeCoordinator, certificates: CertificateCache) {
        self.coordinator = coordinator
        self.certificates = certificates
    }

    func begin(_ evaluator: TrustEvaluator) {
        self.evaluator = evaluator
        fault = nil
    }

    /// Begins with an exchange for which the rule is the same.
    func beginAgain() {
        fault = nil
    }

    /// The question for the challenge before the server may be spoken to.
    var question: ServerTrust? { fault?.decision == .ask ? fault?.trust : nil }

    /// Has every handshake of a handle watched; `self` must live as long as the handle.
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
            // Going on would mean that nobody looks at the pins.
            return CURLE_OUT_OF_MEMORY
        }
        return CURLE_OK
    }
}

/// The state that OpenSSL's context of a connection holds, as it may outlive the exchange that made it.
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
        // Nothing else is asked of most servers, so nothing else is looked at.
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
