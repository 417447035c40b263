import Foundation

// The entry points for libFuzzer, which scripts/fuzz links. INSPECTOR_FUZZ selects the target. Its seeds are
// written to the folder INSPECTOR_FUZZ_SEEDS. Without a name, prints the names of all targets.

private enum Chosen {
    static let target = FuzzTarget.all.first { $0.name == word("INSPECTOR_FUZZ") }

    static func word(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}

/// Writes the seeds before libFuzzer reads them.
@_cdecl("LLVMFuzzerInitialize")
public func begin(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let target = Chosen.target else {
        print(FuzzTarget.all.map(\.name).joined(separator: " "))
        fflush(nil)
        // libFuzzer reports a normal exit as a finding.
        _exit(Chosen.word("INSPECTOR_FUZZ") == nil ? 0 : 2)
    }
    guard let folder = Chosen.word("INSPECTOR_FUZZ_SEEDS") else { return 0 }
    for (number, seed) in target.seeds.enumerated() {
        _ = FileManager.default.createFile(atPath: "\(folder)/seed-\(number)", contents: Data(seed.utf8))
    }
    return 0
}

/// Tests one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let complaint = Chosen.target?.complaint(bytes) else { return 0 }
    print(complaint)
    fflush(nil)
    abort()
}
