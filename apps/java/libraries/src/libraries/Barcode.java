package libraries;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.google.zxing.qrcode.QRCodeWriter;

/** zxing core: a QR code written, printed, and read again. */
final class Barcode {
    private Barcode() {}

    static void run() throws Exception {
        BitMatrix code = new QRCodeWriter().encode("terrace", BarcodeFormat.QR_CODE, 0, 0);
        for (int y = 0; y < code.getHeight(); y++) {
            StringBuilder line = new StringBuilder();
            for (int x = 0; x < code.getWidth(); x++) {
                line.append(code.get(x, y) ? '#' : ' ');
            }
            System.out.println(line.toString().stripTrailing());
        }
        System.out.println(read(new QRCodeWriter().encode("terrace", BarcodeFormat.QR_CODE, 200, 200)));
    }

    private static String read(BitMatrix image) throws Exception {
        int[] pixels = new int[image.getWidth() * image.getHeight()];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = image.get(i % image.getWidth(), i / image.getWidth()) ? 0 : 0xFFFFFF;
        }
        RGBLuminanceSource source = new RGBLuminanceSource(image.getWidth(), image.getHeight(), pixels);
        return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
    }
}
