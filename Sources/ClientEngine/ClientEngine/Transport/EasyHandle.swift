import CEngineCurl
import Glibc

/// A libcurl handle, and the settings it keeps for the next exchange.
///
/// Lives on the loop thread. Setting a handle up costs as much as parsing a response, so one that has served goes on
/// with what it has where the next exchange is of the same kind, to the same origin; else it is set up anew.
///
/// The transfer it serves is read with every line and every chunk, and not checked for exclusive access when the program runs:
/// only the loop thread comes here, and setting it calls nobody.
final class EasyHandle {
    let easy: UnsafeMutableRawPointer
    /// The exchange it serves, which the multi holds; libcurl's callbacks find it here.
    @exclusivity(unchecked) private(set) var served: Unmanaged<Transfer>?
    var transfer: Transfer? {
        get { served?.takeUnretainedValue() }
        set { served = newValue.map { .passUnretained($0) } }
    }
    /// The reports of that exchange since the last delivery.
    let reports = ExchangeReports()
    /// The socket by which libcurl hears from the thread that looks for a name; nil while no name is looked for.
    @exclusivity(unchecked) var resolverSocket: Int32?
    /// Remembers the certificate that was refused to the exchange it serves.
    let certificateVerifier: CertificateVerifier
    /// Indicates whether it serves no other exchange.
    @exclusivity(unchecked) private(set) var isRetired = false
    /// The exchange that it is set up for, without a large body; nil where the next one has it set up anew.
    @exclusivity(unchecked) private var exchangeRequest: ExchangeRequest?
    @exclusivity(unchecked) private(set) var uploads = false
    @exclusivity(unchecked) private var settings: ClientSettings?
    @exclusivity(unchecked) private var isListening = true
    /// The proxy that is asked for the server of the exchange.
    @exclusivity(unchecked) private(set) var proxy: Proxy?
    /// Indicates whether its log says nothing that matters before it opens a socket or begins to send, nor after the answer.
    ///
    /// A proxy may answer before that.
    var mayBeQuiet: Bool { proxy == nil }
    /// The head that went out last; the same request again has the same.
    @exclusivity(unchecked) private var requestHead: [UInt8] = []
    /// Puts the answer's head together, and knows the one from before.
    @exclusivity(unchecked) var head = HeadAssembler()
    /// The server's URL taken apart; libcurl looks at it for as long as it is set.
    private var url: OpaquePointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// Takes a new handle; nil when libcurl has no memory for it.
    init?(_ trust: ChallengeCoordinator, _ certificates: CertificateCache, share: UnsafeMutableRawPointer?) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        certificateVerifier = CertificateVerifier(coordinator: trust, certificates: certificates)
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer[0] = 0
        // A reset leaves it in place.
        ccurl_set_pointer(easy, CURLOPT_SHARE, share)
        certificateVerifier.beginsWithProxy = { [unowned self] in transfer?.beginHandshake() == true }
    }

    deinit {
        curl_easy_cleanup(easy)
        freeLists()
        curl_url_cleanup(url)
        errorBuffer.deallocate()
    }

    /// The text of libcurl about the failure.
    var errorText: String { String(cString: errorBuffer) }

    /// Returns whether it goes on with what it has.
    func isReady(for exchangeRequest: ExchangeRequest, _ settings: ClientSettings) -> Bool {
        guard self.settings === settings, let last = self.exchangeRequest else { return false }
        if exchangeRequest.isIdentical(to: last) { return true }
        guard exchangeRequest.uploads == uploads else { return false }
        return exchangeRequest.isLike(last)
    }

    /// Writes the settings of an exchange that it does not hold already; see ``isReady(for:_:)``.
    ///
    /// Throws where a rule may be meant for the server that cannot be read.
    func prepare(
        _ next: ExchangeRequest, _ body: BodyReader, _ settings: ClientSettings, _ multi: CurlMulti,
        isReady: Bool
    ) throws(ClientError) {
        errorBuffer[0] = 0
        head.begin()
        if isReady {
            certificateVerifier.beginAgain()
            change(to: next, settings)
        } else {
            let evaluator = try TrustEvaluator(next.url, settings.configuration.connections.tls)
            certificateVerifier.begin(evaluator)
            setUp(TransferOptions(next, settings, evaluator: evaluator), multi)
        }
        if uploads { ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.length ?? -1)) }
        listen(!mayBeQuiet)
    }

    /// Writes what differs from the exchange that it is set up for.
    private func change(to next: ExchangeRequest, _ settings: ClientSettings) {
        guard let last = exchangeRequest, !last.isIdentical(to: next) else { return }
        if last.url != next.url { setTarget(next.url) }
        if last.headers != next.headers { set(TransferOptions.headerList(of: next, settings)) }
        exchangeRequest = next.withoutLargeBody
    }

    /// Writes all settings.
    private func setUp(_ options: TransferOptions, _ multi: CurlMulti) {
        let next = options.exchangeRequest
        reset()
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer)
        installCallbacks(multi)
        (isListening, proxy) = (true, options.proxy)
        certificateVerifier.install(on: easy)
        lists = options.apply(to: easy)
        setServer(next.url)
        setTarget(next.url)
        set(TransferOptions.headerList(of: next, options.settings))
        // A login on the connection leaves its traces in the handle, which begins anew.
        exchangeRequest = next.credentials?.connectionLogin == nil ? next.withoutLargeBody : nil
        (settings, uploads) = (options.settings, next.uploads)
    }

    /// Has libcurl write its log, or not.
    func listen(_ listens: Bool) {
        guard listens != isListening else { return }
        isListening = listens
        ccurl_set_long(easy, CURLOPT_VERBOSE, listens ? 1 : 0)
    }

    /// Keeps the head that goes out, or finds that it is the one from before.
    func keep(requestHead bytes: UnsafeRawBufferPointer) -> [UInt8] {
        if !requestHead.isSame(as: bytes) { requestHead = [UInt8](bytes) }
        return requestHead
    }

    /// Has the next exchange set it up anew: something was set on the way.
    func forgetSettings() {
        exchangeRequest = nil
    }

    /// Has no other exchange served: it failed, or remembers what no setting up takes away.
    func retire() {
        isRetired = true
    }

    /// Sets the server, taken apart once: libcurl would do it anew for each exchange.
    private func setServer(_ target: RequestURL) {
        let server = "\(target.scheme)://\(target.authority)/"
        let url = curl_url()
        curl_url_set(url, CURLUPART_URL, server, 0)
        ccurl_set_string(easy, CURLOPT_URL, server)
        ccurl_set_pointer(easy, CURLOPT_CURLU, url.map { UnsafeMutableRawPointer($0) })
        curl_url_cleanup(self.url)
        self.url = url
    }

    private func set(_ list: UnsafeMutablePointer<curl_slist>?) {
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, list)
        curl_slist_free_all(headers)
        headers = list
    }

    private func reset() {
        curl_easy_reset(easy)
        freeLists()
    }

    private func freeLists() {
        lists.forEach(curl_slist_free_all)
        lists = []
        curl_slist_free_all(headers)
        headers = nil
    }
}

extension ExchangeRequest {
    /// The request without a body that would take up memory.
    fileprivate var withoutLargeBody: ExchangeRequest {
        if self.body.isSmall { return self }
        var exchangeRequest = self
        exchangeRequest.body = .none
        return exchangeRequest
    }

    /// Returns whether a handle set up for another request serves this one but for path, query, header fields and what
    /// the body holds.
    ///
    /// Everything else is compared as a whole, so that nothing a request will say later is carried over by mistake.
    fileprivate func isLike(_ other: ExchangeRequest) -> Bool {
        guard content.value.url.hasSameServer(as: other.content.value.url) else { return false }
        return content.value.terms == other.content.value.terms
    }
}
