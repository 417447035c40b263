import Foundation
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
            for _ in 0..<Self.inputs {
                let input = bytes.damaged(&random)
                guard let complaint = target.complaint(input) else { continue }
                Issue.record("\(complaint): \(String(decoding: input, as: UTF8.self).debugDescription)")
            }
        }
    }

    /// The number of inputs per seed.
    private static let inputs =
        ProcessInfo.processInfo.environment["INSPECTOR_FUZZ_INPUTS"].flatMap { Int($0) } ?? 100
}
