import Foundation

// What libFuzzer calls; see scripts/fuzz, which links it. INSPECTOR_FUZZ names the target, and its first inputs are
// written to the folder INSPECTOR_FUZZ_SEEDS.

private enum Chosen {
    static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["INSPECTOR_FUZZ"] ?? ""
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            let known = FuzzTarget.all.map(\.name).joined(separator: " ")
            print("INSPECTOR_FUZZ is “\(name)”; there are: \(known)")
            exit(2)
        }
        return target
    }()
}

/// Writes the first inputs down before libFuzzer looks for them.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["INSPECTOR_FUZZ_SEEDS"] else { return 0 }
    for (number, seed) in Chosen.target.seeds.enumerated() {
        _ = FileManager.default.createFile(atPath: "\(folder)/seed-\(number)", contents: Data(seed.utf8))
    }
    return 0
}

/// Tries one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let complaint = Chosen.target.complaint(bytes) { preconditionFailure(complaint) }
    return 0
}
