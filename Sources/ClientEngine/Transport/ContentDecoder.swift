struct ContentDecoder {
    init?(codings: [String], limits: Limits) { nil }
    mutating func decode(_ b: [UInt8]) throws(ClientError) -> [UInt8] { b }
    mutating func finish() throws(ClientError) {}
}
