import FoundationEssentials

/// The result of a download.
public struct DownloadedFile: Sendable {
    /// The path of the file.
    public var path: String
    /// Its length in bytes.
    public var byteCount: Int
    /// The number of bytes that were there before the last exchange; 0 when it brought them all.
    public var resumedAt: Int
    /// The answer, without the body.
    public var response: Response
}

extension Request {
    /// Returns the request, with the body of its 2xx answer written to a file; other statuses throw ``ResponseError``.
    ///
    /// The body streams into a file beside the destination and is nowhere else. Only when it is complete and on the
    /// disk does it take the destination's place, in one step: nobody sees a part of it, and a symbolic link that
    /// stands there is replaced, not followed. A failed or cancelled task removes what it wrote.
    ///
    /// With `resuming`, it is kept instead where the server's answer can be told from later ones by an `ETag` or
    /// `Last-Modified`; further attempts, and later downloads of the same URL to the same place, ask for the rest.
    /// Bodies are asked for without a content coding unless the request says otherwise.
    public func downloading(to path: String, resuming: Bool = false) -> TypedRequest<DownloadedFile> {
        var typed = TypedRequest(self, rules: ResponseRules(statuses: .successful)) { response in
            guard let receiver = response.receiver as? FileReceiver else {
                throw ClientError(
                    .unsupported, .process, "only the client that sends a download can finish it")
            }
            return try await receiver.publish(response)
        }
        typed.receiver = { FileReceiver(path: path, resumes: resuming) }
        return typed
    }

    /// Returns the request, with the body of its 2xx answer written to a file; see ``downloading(to:resuming:)``.
    public func downloading(to file: URL, resuming: Bool = false) -> TypedRequest<DownloadedFile> {
        downloading(to: file.path, resuming: resuming)
    }
}
