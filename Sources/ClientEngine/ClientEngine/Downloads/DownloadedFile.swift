import FoundationEssentials

/// The result of a download.
public struct DownloadedFile: Sendable {
    /// The path of the file.
    public var path: String
    /// The length of the file in bytes.
    public var byteCount: Int
    /// The number of bytes that existed before the last exchange, or 0 if it transferred all bytes.
    public var resumedAt: Int
    /// The response without its body.
    public var response: Response
}

extension Request {
    /// Returns the request with the body of a 2xx response written to a file.
    ///
    /// Other statuses throw ``ResponseError``. The body is streamed to a file in the folder of the destination. When it
    /// is complete and on the disk, this file replaces the destination atomically, so that no reader sees a part of it.
    /// A symbolic link at the destination is replaced, not followed. A task that fails or is cancelled removes its
    /// file.
    ///
    /// If `resuming` is `true`, the file is kept instead, provided that the server sent an `ETag` or a `Last-Modified`
    /// date that identifies the content. Further attempts, and later downloads from the same URL to the same
    /// destination, request only the rest. Unless the request says otherwise, bodies are requested without content
    /// coding.
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

    /// Returns the request with the body of a 2xx response written to a file; see ``downloading(to:resuming:)``.
    public func downloading(to file: URL, resuming: Bool = false) -> TypedRequest<DownloadedFile> {
        downloading(to: file.path, resuming: resuming)
    }
}
