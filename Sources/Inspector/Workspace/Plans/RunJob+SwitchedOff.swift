import RequestFormats

extension RunJob {
    /// What its file says and nobody sends, a sentence each.
    package var switchedOff: [String] { source.map { $0.resolver.switchedOff(in: $0.saved) } ?? [] }
}
