import InspectorFuzzing
import InspectorTestSupport
import Testing

@Suite("Every reader, with damaged input", .ownThread)
struct FuzzTests {
    @Test(
        "nothing that must hold is broken by inputs that are cut, doubled and overwritten",
        arguments: FuzzTarget.all)
    func damaged(target: FuzzTarget) {
        var random = SeededRandom(seed: 42)
        for seed in target.seeds {
            let bytes = Array(seed.utf8)
            #expect(target.complaint(bytes) == nil)
            for _ in 0..<200 {
                let input = damage(bytes, &random)
                let complaint = target.complaint(input)
                #expect(complaint == nil, "\(String(decoding: input, as: UTF8.self).debugDescription)")
            }
        }
    }

    private func damage(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: bytes.indices, using: &random)
            let end = Int.random(in: start..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(start..<min(end, start + 8))
            case 1: bytes.insert(contentsOf: bytes[start..<min(end, start + 64)], at: start)
            case 2: bytes[start] = UInt8.random(in: 0...255, using: &random)
            default:
                bytes.insert(
                    contentsOf: Array("{\"[:\n\r\0\u{7f}#@%".utf8).shuffled(using: &random).prefix(2), at: end
                )
            }
        }
        return bytes
    }
}
