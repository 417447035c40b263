import FoundationEssentials

extension Multipart {
    /// One part of a form.
    public struct Part: Sendable, Hashable {
        package typealias Content = BodySegment

        /// The name of the field.
        ///
        /// Names and file names are sent in UTF-8, with quotes and line breaks escaped. A NUL byte fails the request.
        package var name: String
        var filename: String?
        package var contentType: String
        package var content: Content

        init(name: String, filename: String? = nil, contentType: String, content: Content) {
            self.name = name
            self.filename = filename
            self.contentType = contentType
            self.content = content
        }

        /// Creates a part with text in UTF-8.
        public static func text(_ text: String, name: String) -> Part {
            Part(name: name, contentType: "text/plain; charset=utf-8", content: .bytes(Array(text.utf8)))
        }

        /// Creates a part with bytes.
        ///
        /// The bytes of a `Data` are not copied; see ``Body/data(_:)``.
        public static func data(
            _ bytes: some Sequence<UInt8>, name: String, filename: String? = nil,
            contentType: String = "application/octet-stream"
        ) -> Part {
            Part(name: name, filename: filename, contentType: contentType, content: Content(bytes))
        }

        /// Creates a part from a file.
        ///
        /// If `filename` or `contentType` is `nil`, the path determines it.
        public static func file(
            path: String, name: String, filename: String? = nil, contentType: String? = nil
        ) -> Part {
            Part(
                name: name, filename: filename ?? path.fileName,
                contentType: contentType ?? FileMediaType(path: path).value, content: .file(path: path))
        }

        /// Creates a part from a file.
        ///
        /// If `filename` or `contentType` is `nil`, the URL determines it.
        public static func file(
            _ url: URL, name: String, filename: String? = nil, contentType: String? = nil
        ) -> Part {
            file(path: url.path, name: name, filename: filename, contentType: contentType)
        }

        /// Creates a part with bytes that a stream produces while they are sent.
        public static func stream(
            _ stream: BodyStream, name: String, filename: String? = nil,
            contentType: String = "application/octet-stream"
        ) -> Part {
            Part(name: name, filename: filename, contentType: contentType, content: .stream(stream))
        }

        func head() throws(ClientError) -> String {
            try check(name, "name")
            try check(filename ?? "", "file name")
            try check(contentType, "media type", alsoRefused: "\r\n")
            let file = filename.map { "; filename=\"\($0.quotedInForm)\"" } ?? ""
            return "Content-Disposition: form-data; name=\"\(name.quotedInForm)\"\(file)\r\n"
                + "Content-Type: \(contentType)\r\n\r\n"
        }

        private func check(
            _ text: String, _ what: String, alsoRefused: String = ""
        ) throws(ClientError) {
            let refused = "\0\(alsoRefused)".utf8
            guard text.utf8.contains(where: refused.contains) else { return }
            throw ClientError(
                .invalidRequest, .queue, "a \(what) in the form holds a byte that cannot stand there",
                hint: "leave out NUL, and line breaks in media types")
        }
    }
}

extension String {
    /// The text escaped for a quoted parameter of `Content-Disposition` (WHATWG HTML, multipart form data).
    public var quotedInForm: String {
        percentEncoded { $0 == 0x0A || $0 == 0x0D || $0 == 0x22 }
    }
}
