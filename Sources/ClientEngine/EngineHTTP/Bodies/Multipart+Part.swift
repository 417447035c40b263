import FoundationEssentials

extension Multipart {
    /// One part of a form.
    public struct Part: Sendable, Hashable {
        package typealias Content = BodySegment

        /// The field's name.
        ///
        /// It, and the file name, are sent in UTF-8 with quotes and line breaks escaped; NUL fails the request.
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

        /// Makes a part of UTF-8 text.
        public static func text(_ text: String, name: String) -> Part {
            Part(name: name, contentType: "text/plain; charset=utf-8", content: .bytes(Array(text.utf8)))
        }

        /// Makes a part of bytes; those of a `Data` are not copied, see ``Body/data(_:)``.
        public static func data(
            _ bytes: some Sequence<UInt8>, name: String, filename: String? = nil,
            contentType: String = "application/octet-stream"
        ) -> Part {
            Part(name: name, filename: filename, contentType: contentType, content: Content(bytes))
        }

        /// Makes a part of a file; left out, its name and its media type are taken from the path.
        public static func file(
            path: String, name: String, filename: String? = nil, contentType: String? = nil
        ) -> Part {
            Part(
                name: name, filename: filename ?? path.fileName,
                contentType: contentType ?? FileMediaType(path: path).value, content: .file(path: path))
        }

        /// Makes a part of a file; left out, its name and its media type are taken from the URL.
        public static func file(
            _ url: URL, name: String, filename: String? = nil, contentType: String? = nil
        ) -> Part {
            file(path: url.path, name: name, filename: filename, contentType: contentType)
        }

        /// Makes a part of bytes that come while they are sent.
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
    /// The text as it stands in the quotes of a `Content-Disposition` (WHATWG HTML, multipart form data).
    public var quotedInForm: String {
        percentEncoded { $0 == 0x0A || $0 == 0x0D || $0 == 0x22 }
    }
}
