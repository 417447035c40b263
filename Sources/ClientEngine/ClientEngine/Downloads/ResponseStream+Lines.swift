extension ResponseStream {
    /// The body's lines, without their ends (LF, CRLF or CR), as they arrive; what is no UTF-8 is replaced.
    ///
    /// The stream's iterators share the body: what was read before is not among the lines. A line of more than
    /// 1 MiB ends them with `limit/receive`.
    public var lines: Lines { lines(limit: 1 << 20) }

    /// Returns the body's lines, none of them longer than so many bytes; see ``lines``.
    func lines(limit: Int) -> Lines {
        Lines(stream: self, limit: limit)
    }

    /// The lines of a body; see ``ResponseStream/lines``.
    public struct Lines: AsyncSequence, Sendable {
        let stream: ResponseStream
        let limit: Int

        /// Reads the lines; iterators share the body.
        public func makeAsyncIterator() -> Iterator {
            Iterator(chunks: stream.makeAsyncIterator(), reader: LineReader(limit: limit))
        }

        /// Takes one line after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var chunks: ResponseStream.Iterator
            var reader: LineReader
            private var waiting: [String] = []
            private var position = 0

            init(chunks: ResponseStream.Iterator, reader: LineReader) {
                self.chunks = chunks
                self.reader = reader
            }

            /// Waits for the next line; nil at the end.
            ///
            /// - Throws: ``ClientError`` when the body is not complete or a line too long, `CancellationError`.
            public mutating func next() async throws -> String? {
                while position == waiting.count {
                    guard let chunk = try await chunks.next() else { return reader.takeRest() }
                    waiting = try reader.append(chunk)
                    position = 0
                }
                defer { position += 1 }
                return waiting[position]
            }
        }
    }
}
