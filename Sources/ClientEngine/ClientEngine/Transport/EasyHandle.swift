import CEngineCurl
import Glibc

/// A libcurl handle with its settings, which it keeps for the next exchange.
///
/// Used only on the loop thread. Setting up a handle costs as much as parsing a response. If the next exchange is of
/// the same kind, to the same origin, a handle keeps its settings. Otherwise it is set up again.
///
/// Every line and every chunk reads the transfer without runtime checks for exclusive access. Only the loop thread uses
/// it, and setting it calls no other code.
final class EasyHandle {
    let easy: UnsafeMutableRawPointer
    /// The current exchange, which the multi handle retains.
    ///
    /// Callbacks of libcurl find it here.
    @exclusivity(unchecked) private(set) var served: Unmanaged<Transfer>?
    var transfer: Transfer? {
        get { served?.takeUnretainedValue() }
        set { served = newValue.map { .passUnretained($0) } }
    }
    /// The reports of the exchange since the last delivery.
    let reports = ExchangeReports()
    /// The socket with which the resolver thread notifies libcurl, or `nil` if no name is being resolved.
    @exclusivity(unchecked) var resolverSocket: Int32?
    /// Stores the certificate that was rejected in the current exchange.
    let certificateVerifier: CertificateVerifier
    /// Indicates whether the handle must not be used for another exchange.
    @exclusivity(unchecked) private(set) var isRetired = false
    /// The exchange that the handle is set up for, without a large body, or `nil` if it must be set up again.
    @exclusivity(unchecked) private var exchangeRequest: ExchangeRequest?
    @exclusivity(unchecked) private(set) var uploads = false
    @exclusivity(unchecked) private var settings: ClientSettings?
    @exclusivity(unchecked) private var isListening = true
    /// Indicates whether libcurl reads 64 KiB of a body at a time, and not its default of 16 KiB.
    @exclusivity(unchecked) private(set) var readsLargePieces = false
    /// The proxy that is asked for the server of the exchange.
    @exclusivity(unchecked) private(set) var proxy: Proxy?
    /// Indicates whether the log can be off until libcurl opens a socket or starts to send, and after the response.
    ///
    /// A proxy may respond before that.
    var mayBeQuiet: Bool { proxy == nil }
    /// The head that was sent last.
    ///
    /// The same request has the same head.
    @exclusivity(unchecked) private var requestHead: [UInt8] = []
    /// Assembles the head of the response, and keeps the previous one.
    @exclusivity(unchecked) var head = HeadAssembler()
    /// The parsed URL of the server, which libcurl uses while it is set.
    private var url: OpaquePointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// Creates a handle, or returns `nil` if libcurl has no memory for it.
    init?(_ trust: ChallengeCoordinator, _ certificates: CertificateCache, share: UnsafeMutableRawPointer?) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        certificateVerifier = CertificateVerifier(coordinator: trust, certificates: certificates)
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer[0] = 0
        // A reset of the handle keeps the share.
        ccurl_set_pointer(easy, CURLOPT_SHARE, share)
        certificateVerifier.beginsWithProxy = { [unowned self] in transfer?.beginHandshake() == true }
    }

    deinit {
        curl_easy_cleanup(easy)
        freeLists()
        curl_url_cleanup(url)
        errorBuffer.deallocate()
    }

    /// The error text of libcurl.
    var errorText: String { String(cString: errorBuffer) }

    /// Returns whether the handle can keep its settings for a request.
    func isReady(for exchangeRequest: ExchangeRequest, _ settings: ClientSettings) -> Bool {
        guard self.settings === settings, let last = self.exchangeRequest else { return false }
        if exchangeRequest.isIdentical(to: last) { return true }
        guard exchangeRequest.uploads == uploads else { return false }
        return exchangeRequest.isLike(last)
    }

    /// Sets the options for an exchange that the handle does not already have; see ``isReady(for:_:)``.
    ///
    /// - Throws: An error if a trust rule that may apply to the server is invalid.
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

    /// Sets the options that differ from those of the previous exchange.
    private func change(to next: ExchangeRequest, _ settings: ClientSettings) {
        guard let last = exchangeRequest, !last.isIdentical(to: next) else { return }
        if last.url != next.url { setTarget(next.url) }
        if last.headers != next.headers { set(TransferOptions.headerList(of: next, settings)) }
        exchangeRequest = next.withoutLargeBody
    }

    /// Sets all options.
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
        // A login on the connection leaves a state in the handle, so it must be set up again.
        exchangeRequest = next.credentials?.connectionLogin == nil ? next.withoutLargeBody : nil
        (settings, uploads) = (options.settings, next.uploads)
    }

    /// Switches the log of libcurl on or off.
    func listen(_ listens: Bool) {
        guard listens != isListening else { return }
        isListening = listens
        ccurl_set_long(easy, CURLOPT_VERBOSE, listens ? 1 : 0)
    }

    /// Sets the size of the pieces in which libcurl reads the body and the reports collect it.
    func readLargePieces(_ areLarge: Bool) {
        guard areLarge != readsLargePieces else { return }
        readsLargePieces = areLarge
        // 0 restores libcurl's default.
        ccurl_set_long(easy, CURLOPT_BUFFERSIZE, areLarge ? [UInt8].largePiece : 0)
        reports.joinedPiece = areLarge ? [UInt8].largePiece : [UInt8].joinedPiece
    }

    /// Keeps the head that goes out, or finds that it is the one from before.
    func keep(requestHead bytes: UnsafeRawBufferPointer) -> [UInt8] {
        if !requestHead.isSame(as: bytes) { requestHead = [UInt8](bytes) }
        return requestHead
    }

    /// Makes the next exchange set up the handle again, because an option was changed during the exchange.
    func forgetSettings() {
        exchangeRequest = nil
    }

    /// Prevents other exchanges on the handle, because it failed, or keeps a state that setting it up does not remove.
    func retire() {
        isRetired = true
    }

    /// Sets the URL of the server, parsed once.
    ///
    /// Otherwise libcurl would parse it for each exchange.
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
        readLargePieces(false)
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
    /// The request without a body that uses much memory.
    fileprivate var withoutLargeBody: ExchangeRequest {
        if self.body.isSmall { return self }
        var exchangeRequest = self
        exchangeRequest.body = .none
        return exchangeRequest
    }

    /// Returns whether a handle for another request can serve this one by only changing the path, the query, header
    /// fields and the content of the body.
    ///
    /// Everything else is compared as a whole, so that a new property of requests cannot be forgotten here.
    fileprivate func isLike(_ other: ExchangeRequest) -> Bool {
        guard content.value.url.hasSameServer(as: other.content.value.url) else { return false }
        return content.value.terms == other.content.value.terms
    }
}
