import Foundation

/// Returns the relative luminance (WCAG 2.2) of a colour of the xterm palette, from index 16 on.
public func luminance(_ index: Int) -> Double {
    let channels: [Int] =
        index >= 232
        ? Array(repeating: 8 + (index - 232) * 10, count: 3)
        : [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
    let linear = channels.map { value -> Double in
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}
