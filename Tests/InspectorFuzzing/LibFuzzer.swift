import Foundation

// What libFuzzer calls; see scripts/fuzz, which links it. INSPECTOR_FUZZ names the target, and its first inputs are
// written to the folder INSPECTOR_FUZZ_SEEDS. Without a name the names are printed.

private enum Chosen {
    static let target = FuzzTarget.all.first { $0.name == word("INSPECTOR_FUZZ") }

    static func word(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}

/// Writes the first inputs down before libFuzzer looks for them.
@_cdecl("LLVMFuzzerInitialize")
public func begin(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let target = Chosen.target else {
        print(FuzzTarget.all.map(\.name).joined(separator: " "))
        fflush(nil)
        // libFuzzer takes a usual exit for a finding.
        _exit(Chosen.word("INSPECTOR_FUZZ") == nil ? 0 : 2)
    }
    guard let folder = Chosen.word("INSPECTOR_FUZZ_SEEDS") else { return 0 }
    for (number, seed) in target.seeds.enumerated() {
        _ = FileManager.default.createFile(atPath: "\(folder)/seed-\(number)", contents: Data(seed.utf8))
    }
    return 0
}

/// Tries one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let complaint = Chosen.target?.complaint(bytes) else { return 0 }
    print(complaint)
    fflush(nil)
    abort()
}
